/* SPDX-License-Identifier: MIT */
/* arrival.c - which elements are copied to a reader's window, and what producers learn of it.
 *
 * Who copies.  The reader does, at its next primitive: update copies what it needs, receive what it
 * will need.  So no process waits for a copy that another one has forgotten, and a reader that
 * sleeps blocks its producers no more than it does in a shared window.  A communicator may copy
 * ahead, under a lock that the reader takes, too: it never has to be waited for (communicator.c).
 *
 * What is copied.  At least what an update asks for.  A reader that uses all elements in order gets
 * more at a time, as far as that stays in its cache.  One that releases elements which it has not
 * asked for leaves them to others: it gets exactly what it asks for from then on.  Elements that no
 * producer was granted were never written, and are not copied.
 *
 * What producers learn.  The release index in v->index is the reader's own; its slot has the index
 * before which it needs no element of the producers' window.  That is the larger one of its release
 * index and of what has arrived, but at most a window of both horizons beyond the release index: a
 * reader that never releases anything stops its producers here too, and deadlock detection reports
 * it.  The slot never goes back, not even when the id changes hands.
 *
 *     released          seen        arrived             committed
 *   ......|---- in use ----|-- ahead --|...................|
 *                                   slot: producers may overwrite what is before
 */
#include "private/communicator.h"

/* A reader with neighbours counts as one that uses all elements after so many arrivals. */
enum { IN_TURN = 8 };

/* ---- Copies -------------------------------------------------------------------- */

/* Copies the elements [from, to), at most as many as the record's window has at a time. */
static void
copy (struct erb_view *v, erbium_index from, erbium_index to)
{
  const erbium_record *r = v->record;
  const struct erb_window *w = erb_record_window (r);
  if (from >= to || !w)
    return;
  erb_position at = erb_position_of (r, from), end = erb_position_of (r, to);
  if (end - at > w->bytes) /* earlier ones were passed over: they cannot be there any more */
    at = end - w->bytes;
  r->backend->copy (v, w, at, end);
}

/* Copies the elements [from, to) but those that have arrived before. */
static void
copy_others (struct erb_view *v, erbium_index from, erbium_index to)
{
  const struct erb_own *own = &v->own;
  if (own->from >= own->to || own->to <= from || own->from >= to)
    {
      copy (v, from, to);
      return;
    }
  copy (v, from, own->from);
  copy (v, own->to, to);
}

/* The elements before `to' have arrived. */
static void
count_in (struct erb_own *own, erbium_index to)
{
  if (to > own->arrived)
    own->arrived = to;
  if (own->from <= own->arrived && own->to > own->arrived)
    own->arrived = own->to;
  if (own->to <= own->arrived)
    own->from = own->to = 0;
}

/* ---- What producers learn --------------------------------------------------- */

/* Returns how far the slot of v may be. */
static erbium_index
most_to_publish (const struct erb_view *v)
{
  return erb_saturated (erb_index (v), erb_both_horizons (v->record));
}

static void
publish (struct erb_view *v)
{
  erbium_index to = v->own.arrived, most = most_to_publish (v);
  to = to < most ? to : most;
  if (to > erbium_load_relaxed (&v->slot->index))
    erbium_publish_fast (&v->hot, v->slot, to);
}

/* ---- update ------------------------------------------------------------------ */

/* Whether v may get elements for which it has not asked.  One that claims may not: the next ones
 * are perhaps those of others. */
static bool
uses_all (const struct erb_view *v)
{
  const struct erb_own *own = &v->own;
  return !own->skips && !v->group
         && (v->record->ids[ERB_READ] == 1 || own->in_turn == IN_TURN);
}

/* Returns the index up to which elements are copied for an update to i: more than asked for, as
 * many as v polls for, if they are there and there is room. */
static erbium_index
end_of_copy (const struct erb_view *v, erbium_index i, erbium_index low)
{
  erbium_index most = erb_saturated (erb_index (v), v->room), to = erb_saturated (i, v->batch);
  to = to < low ? to : low;
  to = to < most ? to : most;
  return to > i && uses_all (v) ? to : i;
}

static erbium_index
arrive (struct erb_view *v, erbium_index i, erbium_index low, const char *where)
{
  erbium_index released = erb_index (v), written = erb_written_end (v->record);
  erbium_index need = i < written ? i : written;
  struct erb_own *own = &v->own;
  erb_own_hold (v, need > released ? need - released : 1, where);
  if (i > own->arrived)
    {
      own->in_turn += own->in_turn < IN_TURN;
      erbium_index to = end_of_copy (v, i, low);
      copy_others (v, own->arrived, to < written ? to : written);
      count_in (own, to);
      publish (v);
    }
  return own->arrived < low ? own->arrived : low;
}

erbium_index
erb_arrive (struct erb_view *v, erbium_index i, erbium_index low, const char *where)
{
  erb_communicator_lock (v);
  erbium_index to = arrive (v, i, low, where);
  erb_communicator_unlock (v);
  if (v->record->program->set.communicator && uses_all (v))
    erb_communicator_offer (v);
  return to;
}

/* ---- Copies by a communicator ------------------------------------------------- */

enum { CHUNK = 32768 }; /* bytes that a communicator copies before it looks at other views */

/* Returns the index before which elements can arrive in v's window now.  Those that were never
 * written arrive without a copy: erb_communicator_moves counts on that. */
static erbium_index
end_of_move (const struct erb_view *v)
{
  erbium_index low = erb_lowest_index (v->record, ERB_WRITE);
  erbium_index most = erb_saturated (erb_index (v), v->room);
  return low < most ? low : most;
}

bool
erb_arrival_can_move (const struct erb_view *v)
{
  return end_of_move (v) > v->own.arrived;
}

bool
erb_arrival_move (struct erb_view *v)
{
  struct erb_own *own = &v->own;
  erbium_index to = end_of_move (v), written = erb_written_end (v->record);
  erbium_index some = own->arrived + 1 + (erbium_index) (CHUNK / v->record->size);
  to = to < some ? to : some;
  if (to <= own->arrived)
    return false;
  copy_others (v, own->arrived, to < written ? to : written);
  count_in (own, to);
  publish (v);
  return true;
}

bool
erb_arrival_is_over (const struct erb_view *v)
{
  return erb_end_of_stream (v->record) != ERBIUM_NEVER && !erb_arrival_can_move (v);
}

/* ---- release ------------------------------------------------------------------- */

/* Gives up the window of v, which has released all that has arrived, where windows are so many that
 * the system would run out of mappings. */
static void
give_window_up (struct erb_view *v)
{
  const erbium_record *r = v->record;
  if (r->backend->map || !v->own.window || v->own.from < v->own.to
      || erb_index (v) < v->own.arrived || !erb_arena_is_crowded (r->program->arena))
    return;
  v->window = NULL;
  v->hot.update_limit = INT64_MIN;
  erb_own_free (v);
}

static void
released (struct erb_view *v)
{
  erbium_index i = erb_index (v);
  struct erb_own *own = &v->own;
  if (i > own->arrived)
    {
      own->skips = true;
      count_in (own, i);
    }
  publish (v);
}

void
erb_arrival_released (struct erb_view *v)
{
  erb_communicator_lock (v);
  released (v);
  erb_communicator_unlock (v);
  if (v->own.skips && v->own.served)
    erb_communicator_stop (v);
  if (!v->own.served)
    give_window_up (v);
}

/* ---- Split phase --------------------------------------------------------------- */

/* Adds [tl, hd), which begins beyond what has arrived in order, to the elements that have arrived
 * besides.  There is one run of these; elements of others come with the update. */
static void
receive_beyond (struct erb_view *v, erbium_index tl, erbium_index hd)
{
  struct erb_own *own = &v->own;
  bool any = own->from < own->to;
  if (any && (tl > own->to || hd < own->from))
    return;
  copy_others (v, tl, hd);
  own->from = any && own->from < tl ? own->from : tl;
  own->to = any && own->to > hd ? own->to : hd;
}

/* Copies what is there of [tl, hd) and has room. */
static void
receive (struct erb_view *v, erbium_index tl, erbium_index hd)
{
  const erbium_record *r = v->record;
  erbium_index low = erb_lowest_index (r, ERB_WRITE), written = erb_written_end (r);
  struct erb_own *own = &v->own;
  erb_own_hold (v, 1, v->owner->last_where);
  erbium_index most = erb_saturated (erb_index (v), v->room);
  hd = hd < low ? hd : low;
  hd = hd < written ? hd : written;
  hd = hd < most ? hd : most;
  if (hd <= own->arrived || hd <= tl)
    return;
  if (tl > own->arrived)
    {
      receive_beyond (v, tl, hd);
      return;
    }
  copy_others (v, own->arrived, hd);
  count_in (own, hd);
  publish (v);
}

/* A communicator copies without being asked, in order. */
void
erb_arrival_receive (struct erb_view *v, erbium_index tl, erbium_index hd)
{
  if (v->horizon && !v->own.served)
    receive (v, tl, hd);
}
