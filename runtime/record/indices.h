/* SPDX-License-Identifier: MIT */
/* indices.h - what the slots of a record mean, as each primitive on the slow path reads them.
 *
 * W and G of hot.h are read here: a load-acquire that sees an index makes what was done before its
 * store-release visible.
 */
#ifndef ERB_INDICES_H
#define ERB_INDICES_H

/* Returns the lowest index of a side; NEVER if the side has no ids. */
ERBIUM_INLINE erbium_index
erb_lowest_index (const erbium_record *r, enum erb_side side)
{
  erbium_index low = ERBIUM_NEVER;
  for (int n = 0; n < r->ids[side]; n++)
    {
      erbium_index i = erbium_load_acquire (&r->slot[side][n].index);
      low = i < low ? i : low;
    }
  return low;
}

/* Returns the least of the indices at which producers have ended; NEVER if none has. */
ERBIUM_INLINE erbium_index
erb_smallest_end (const erbium_record *r)
{
  erbium_index end = ERBIUM_NEVER;
  for (int n = 0; n < r->ids[ERB_WRITE]; n++)
    {
      erbium_index e = erbium_load_acquire (&r->slot[ERB_WRITE][n].end);
      end = e < end ? e : end;
    }
  return end;
}

/* Returns the index at which the stream ends, if that is the lowest commit index; otherwise NEVER.
 *
 * The ends are read before the indices: a producer stores its last index, then its end (release,
 * give_id_up in view.c), so a thread that sees an end (acquire) sees the index at which it ended.
 */
ERBIUM_INLINE erbium_index
erb_end_of_stream (const erbium_record *r)
{
  erbium_index end = erb_smallest_end (r);
  return end != ERBIUM_NEVER && erb_lowest_index (r, ERB_WRITE) == end ? end : ERBIUM_NEVER;
}

/* Returns an index from which on no producer has written an element; only for records whose
 * producers are granted indices (windows or copies of others).  The caller has seen commit indices
 * of all elements that it copies, and so sees the grants before them. */
ERBIUM_INLINE erbium_index
erb_written_end (const erbium_record *r)
{
  erbium_index end = 0;
  for (int n = 0; n < r->ids[ERB_WRITE]; n++)
    {
      erbium_index granted = erbium_load_relaxed (&r->slot[ERB_WRITE][n].granted);
      end = granted > end ? granted : end;
    }
  return end;
}

/* Returns how many elements the largest horizons of both sides have together. */
ERBIUM_INLINE erbium_index
erb_both_horizons (const erbium_record *r)
{
  return erbium_load_relaxed (&r->horizon[ERB_READ]) + erbium_load_relaxed (&r->horizon[ERB_WRITE]);
}

/* Returns whether v, a registered reader, has a window of its own. */
ERBIUM_INLINE bool
erb_has_own_window (const struct erb_view *v)
{
  return v->slot && v->side == ERB_READ && v->record->arrivals;
}

/* Returns the commit or release index of v.  An observer has no slot, since its release index holds
 * no producer back. */
ERBIUM_INLINE erbium_index
erb_index (const struct erb_view *v)
{
  return erbium_load_relaxed (v->slot && !erb_has_own_window (v) ? &v->slot->index : &v->index);
}

/* Returns the position of the first byte of element i. */
ERBIUM_INLINE erb_position
erb_position_of (const erbium_record *r, erbium_index i)
{
  return i <= 0 ? 0 : (erb_position) i * r->size;
}

/* Returns the first element that does not begin before position x. */
ERBIUM_INLINE erbium_index
erb_first_from (const erbium_record *r, erb_position x)
{
  return (erbium_index) ((x + r->size - 1) / r->size);
}

/* Returns i + n, or NEVER if the sum would exceed it. */
ERBIUM_INLINE erbium_index
erb_saturated (erbium_index i, erbium_index n)
{
  return i > ERBIUM_NEVER - n ? ERBIUM_NEVER : i + n;
}

/* Returns i as a limit of the fast path.  A watched view and an observer get a limit that keeps
 * them off that path: the checks, and `missed', must know each index that they ask for. */
ERBIUM_INLINE erbium_index
erb_fast_limit (const struct erb_view *v, erbium_index i)
{
  return v->hot.watch || !v->slot ? INT64_MIN : i;
}

ERBIUM_INLINE struct erb_window *
erb_record_window (const erbium_record *r)
{
  return (struct erb_window *) (intptr_t) erbium_load_acquire (&r->window);
}

#endif
