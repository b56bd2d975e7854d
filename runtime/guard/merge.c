/* SPDX-License-Identifier: MIT */
/* merge.c - several producers of one record, each with memory of its own.
 *
 * Producers of one record write disjoint elements (clause 6.1).  Threads do so in one window; if
 * two write the same element, a consumer reads one of the values.  Here a producer writes to frames
 * of its own, which are zero before; its commit copies the elements that it has written into the
 * window of the record.
 *
 * Which elements has it written?  Those that are not all zeros.  The window, too, is zero before
 * the first element is copied: so an element that was written as zeros needs no copy, and an
 * element that no producer has written is zero for every consumer.  A copied element is claimed by
 * the id of its producer; an element that another id has claimed before was written by both.  That
 * is an error.  It is noted here, and reported when it is certain to be the first one of the stream
 * (write_conflict.c).  So the outcome is the same in every run: an element that one producer wrote
 * as zeros and another one as something else has the latter value.
 *
 * With CHECK, zeros count too.  Frames then contain a pattern before: bytes from 0xa0 to 0xbf that
 * depend only on their position in the stream.  An element was written if it is not all pattern.
 * An element that is all pattern may still have been written with exactly these values: so it is
 * copied without a claim, and a claimed element replaces it.  To escape detection, a producer would
 * have to write the 5 pattern bits of each byte of an element, at the right position.
 *
 * When is a page of the window cleared?  By the first producer that merges into it.  This producer
 * was granted an element of the page, so readers have released all elements that were there a
 * window before: a window has a page more than it has room for (window.c).
 *
 * Cost: a check of each committed element, under the record's lock, and a copy.
 */
#include "guard/merge.h"

bool
erb_merges (const struct erb_view *v)
{
  return v->record->program->heap && v->side == ERB_WRITE && v->record->ids[ERB_WRITE] > 1;
}

/* ---- Tables -------------------------------------------------------------- */

void
erb_merged_free (struct erb_heap *heap, struct erb_merged *m)
{
  if (!m)
    return;
  erb_memory_free (heap, m->page);
  erb_memory_free (heap, m->claim);
  erb_memory_free (heap, m);
}

/* Returns the claim of element i.  Elements that begin in the pages of one window have separate
 * claims. */
static uint16_t *
claim_of (const struct erb_merged *m, erbium_index i)
{
  return &m->claim[(uint64_t) i % m->elements];
}

/* Notes that the page of the stream with that number is in the window. */
static void
show_page (const erbium_record *r, struct erb_merged *m, erb_position number,
           const struct erb_merged *old)
{
  const size_t page = erb_page_size ();
  erbium_index end = erb_first_from (r, (number + 1) * page);
  m->page[number % m->pages] = number + 1;
  for (erbium_index i = erb_first_from (r, number * page); i < end; i++)
    *claim_of (m, i) = old ? *claim_of (old, i) : 0;
}

/* Copies the claims of the old window.  Pages more than a window before the last one are left out:
 * no process writes there any more. */
static void
take_over (const erbium_record *r, struct erb_merged *m, const struct erb_merged *old)
{
  erb_position last = 0;
  for (uint64_t n = 0; n < old->pages; n++)
    last = old->page[n] > last ? old->page[n] : last;
  for (uint64_t n = 0; n < old->pages; n++)
    if (old->page[n] && old->page[n] + old->pages > last)
      show_page (r, m, old->page[n] - 1, old);
}

bool
erb_merged_new (const erbium_record *r, struct erb_window *w, const struct erb_window *old)
{
  struct erb_heap *heap = r->program->heap;
  if (!heap || r->ids[ERB_WRITE] == 1)
    return true;
  struct erb_merged *m = erb_memory (heap, sizeof *m);
  if (!m)
    return false;
  m->pages = w->bytes / erb_page_size ();
  m->elements = w->bytes / r->size + 1;
  m->page = erb_memory (heap, m->pages * sizeof *m->page);
  m->claim = erb_memory (heap, m->elements * sizeof *m->claim);
  if (!m->page || !m->claim)
    {
      erb_merged_free (heap, m);
      return false;
    }
  if (old)
    take_over (r, m, old->merged);
  w->merged = m;
  return true;
}

/* ---- Private memory of a view ---------------------------------------------- */

void
erb_merge_hide (struct erb_view *v)
{
  if (v->guard->common)
    erb_window_unmap (v->guard->common, v->guard->common_bytes);
  v->guard->common = NULL;
}

/* Returns the pattern of byte x of the stream. */
static unsigned char
blank (erb_position x)
{
  return (unsigned char) (0xa0 | ((uint64_t) x * UINT64_C (0x9e3779b97f4a7c15)) >> 59);
}

bool
erb_merge_checks (const struct erb_view *v)
{
  return v->record->program->set.check;
}

void
erb_merge_fill (char *base, uint64_t mask, erb_position low, erb_position high)
{
  for (erb_position x = low; x < high; x++)
    base[(uint64_t) x & mask] = (char) blank (x);
}

static bool
show_common (struct erb_view *v, const struct erb_window *w)
{
  erb_merge_hide (v);
  v->guard->common = erb_window_map (v->record->program->arena, w);
  v->guard->common_bytes = w->bytes;
  return v->guard->common != NULL;
}

char *
erb_merge_show (struct erb_view *v, struct erb_window *w)
{
  struct erb_arena *arena = v->record->program->arena;
  struct erb_window *own = erb_window_lay_out (arena, w->bytes, true);
  char *base = own && erb_guard_make (v) ? erb_window_map (arena, own) : NULL;
  if (!base || !show_common (v, w))
    return NULL;
  if (v->hot.base)
    erb_view_copy_uncommitted (v, base, w->bytes);
  if (erb_merge_checks (v)) /* pages that are open already, beyond the copied elements */
    erb_merge_fill (base, w->bytes - 1, erb_position_of (v->record, v->known), v->guard->opened);
  struct erb_window *before = v->guard->own;
  v->guard->own = own;
  if (before)
    erb_window_free (arena, before);
  return base;
}

bool
erb_merge_arrive (struct erb_view *v)
{
  v->hot.base = erb_window_map (v->record->program->arena, v->guard->own);
  return v->hot.base && show_common (v, v->window);
}

void
erb_merge_free (struct erb_view *v)
{
  erb_merge_hide (v);
  if (v->guard->own)
    erb_window_free (v->record->program->arena, v->guard->own);
  v->guard->own = NULL;
}

/* ---- Merging ------------------------------------------------------------- */

static bool
is_zero (const char *at, size_t size)
{
  size_t n = 0;
  for (uint64_t word; n + sizeof word <= size; n += sizeof word)
    {
      memcpy (&word, at + n, sizeof word);
      if (word)
        return false;
    }
  for (; n < size; n++)
    if (at[n])
      return false;
  return true;
}

static bool
is_blank (const char *at, erb_position x, size_t size)
{
  size_t n = 0;
  while (n < size && (unsigned char) at[n] == blank (x + n))
    n++;
  return n == size;
}

/* Clears the page of the window for that page of the stream, unless elements were merged into
 * it. */
static void
clear_page (struct erb_view *v, struct erb_merged *m, erb_position number)
{
  const size_t page = erb_page_size ();
  if (m->page[number % m->pages] == number + 1)
    return;
  memset (v->guard->common + (number * page & (v->guard->common_bytes - 1)), 0, page);
  show_page (v->record, m, number, NULL);
}

/* Merges element i; returns true if another producer has written it too. */
static bool
merge_element (struct erb_view *v, struct erb_merged *m, erbium_index i)
{
  const size_t size = v->record->size;
  uint64_t at = (uint64_t) i * size;
  uint16_t *claim = claim_of (m, i);
  const char *from = v->hot.base + (at & v->hot.mask);
  char *to = v->guard->common + (at & (v->guard->common_bytes - 1));
  if (erb_merge_checks (v) ? is_blank (from, (erb_position) at, size) : is_zero (from, size))
    {
      if (erb_merge_checks (v) && !*claim)
        memcpy (to, from, size);
      return false;
    }
  /* Otherwise only observers read it, which may see either value. */
  bool is_read = v->record->ids[ERB_READ] > 0;
  bool conflict = *claim && *claim != v->registered && is_read;
  if (conflict)
    erb_note_conflict (v->record, i, *claim, v->registered);
  *claim = (uint16_t) v->registered;
  memcpy (to, from, size);
  return conflict;
}

/* Merges the elements below i.  Pages before `from' were not open in this lap, and so were not
 * written. */
void
erb_merge (struct erb_view *v, erbium_index i)
{
  const erbium_record *r = v->record;
  const size_t page = erb_page_size ();
  erb_position low = erb_position_of (r, erb_index (v)), high = erb_position_of (r, i);
  low = low < v->guard->from ? v->guard->from : low;
  high = high < v->guard->opened ? high : v->guard->opened;
  if (low >= high)
    return;
  erb_record_lock (v->record);
  struct erb_merged *m = erb_record_window (r)->merged;
  for (erb_position n = low / page; n <= (high - 1) / page; n++)
    clear_page (v, m, n);
  erbium_index end = (erbium_index) (high / r->size);
  bool conflict = false;
  for (erbium_index k = erb_first_from (r, low); k < end; k++)
    conflict |= merge_element (v, m, k);
  erb_record_unlock (v->record);
  if (conflict)
    erb_heavy_barrier (r->program); /* T2 in write_conflict.c */
}
