/* SPDX-License-Identifier: MIT */
/* sync.c - commit, release and update on the slow path, which begins where the comparison in hot.h
 * fails.
 *
 * It fails when a cached bound is used up, in a stream that flows once per thousands of elements.
 * It also fails for every call on a view that is watched, unregistered or freed, whose bounds are
 * out of reach on purpose.
 *
 * A bound is refreshed from the indices of the other side, with load-acquires.  It can only be too
 * small, since indices grow.  So commit, release and update need no lock, no read-modify-write and
 * no fence until a process waits (wait.c) or is woken (wait_queue.c), or a window is made or grows
 * (record/record_window.c).  A view that maps its window for itself may also take the record's lock
 * in a commit, to merge (guard/).
 */
#include "sync/sync.h"

/* ---- commit and release ------------------------------------------------ */

/* Prepares the publication of i if v maps its window for itself: takes from v the rights to what it
 * publishes.  Output is written first, since a process that sees i may print. */
static void
before_publication (struct erb_view *v, erbium_index i, enum erb_primitive p, const char *where)
{
  if (!v->guard)
    return;
  erb_publish_output (v->record->program);
  v->record->backend->pass (v, i, p, where);
}

void
erbium_commit_slow (erbium_view *hot, erbium_index i, int narrow, const char *where)
{
  struct erb_view *v = (struct erb_view *) hot;
  erb_check_call (v, ERB_WRITE, ERB_commit, where);
  erb_expect_id (v, ERB_commit, where);
  i = erbium_wide (i, narrow, erb_index (v));
  if (hot->watch)
    erb_event_index (v, ERB_commit, i, where);
  v->commits = true;
  if (i <= erb_index (v)) /* each such commit comes here */
    return;
  erb_event_commit (v, i);
  before_publication (v, i, ERB_commit, where);
  erbium_publish_fast (hot, v->slot, i); /* T1, write_conflict.c */
  if (v->record->program->heap)
    {
      erbium_light_barrier ();
      erb_check_conflict (v->record); /* T3 */
    }
  if (hot->watch)
    erb_event_committed (v, i);
}

void
erbium_release_slow (erbium_view *hot, erbium_index i, int narrow, const char *where)
{
  struct erb_view *v = (struct erb_view *) hot;
  erb_check_call (v, ERB_READ, ERB_release, where);
  i = erbium_wide (i, narrow, erb_index (v));
  if (hot->watch)
    erb_event_index (v, ERB_release, i, where);
  if (i <= erb_index (v))
    return;
  before_publication (v, i, ERB_release, where);
  if (v->slot && !erb_has_own_window (v))
    erbium_publish_fast (hot, v->slot, i);
  else
    erbium_store_relaxed (&v->index, i);
  if (erb_has_own_window (v))
    v->record->arrivals->released (v);
}

/* ---- update ------------------------------------------------------------ */

/* Returns the bound for elements.  Producers write at most a window beyond what v has released,
 * though they may commit any number of elements that are not theirs.  The bound of an observer is
 * what it asks for. */
static erbium_index
readable_bound (const struct erb_view *v, erbium_index to)
{
  erbium_index most = erb_saturated (erb_index (v), v->room);
  return v->slot && to > most ? most : to;
}

/* Makes room for an observer, which may be far behind: the elements that it asks for must have a
 * place. */
static void
room_for_observer (struct erb_view *v, erbium_index i, const char *where)
{
  erbium_index live = i - erb_index (v);
  if (!v->slot && live > v->room && live <= v->horizon)
    erb_record_make_room (v, live, where);
}

/* Ends the stream for v in two phases: the first update beyond end returns end, the next one 0.  If
 * v has claimed a run that begins at end or beyond, the first update returns 0, too. */
static erbium_index
update_at_end (struct erb_view *v, erbium_index end, const char *where)
{
  erbium_index knew = v->known;
  erb_check_conflict (v->record);
  if (erb_has_own_window (v))
    v->record->arrivals->arrive (v, end, end, where);
  v->known = end;
  v->hot.update_limit = erb_fast_limit (v, end);
  erb_view_reach (v, readable_bound (v, end));
  erb_event_updated (v, knew, end, true);
  if (end > v->seen && end > v->run_first)
    return v->seen = end;
  v->ended = true;
  return 0;
}

/* An index of 32 bits is taken as the value nearest to `known' (erbium_update_slow), or to the
 * limit of the fast path.  It must be the value nearest to the update index, which lies between
 * `seen' and these two.  So they are kept close to `seen', however far producers have committed. */
static const erbium_index farthest_known = (erbium_index) 1 << 30;

/* Sets the update index to i, and the bounds to what is committed beyond. */
static erbium_index
update_to (struct erb_view *v, erbium_index i, erbium_index low, bool may_poll, const char *where)
{
  bool own = erb_has_own_window (v);
  /* elements were committed, none written */
  if (!own && !v->window && !erb_record_window (v->record))
    erb_view_provide (v, ERB_update, where);
  erbium_index knew = v->known;
  if (may_poll)
    low = erb_poll_for_more (v, ERB_WRITE, i, low);
  if (may_poll && !own)
    low = erb_keep_distance (v, i, low);
  if (low > erb_saturated (i, farthest_known))
    low = i + farthest_known;
  erb_check_conflict (v->record);
  if (own) /* a replay has recorded what has arrived */
    low = v->record->arrivals->arrive (v, may_poll ? i : low, low, where);
  else
    erb_view_adopt (v);
  v->known = low;
  v->hot.update_limit = erb_fast_limit (v, low);
  /* Producers may be any number of elements ahead of an observer. */
  erb_view_reach (v, v->slot ? readable_bound (v, low) : i);
  erb_event_updated (v, knew, low, false);
  v->seen = i;
  erb_take_turns (v->owner);
  return i;
}

static erbium_index
update (struct erb_view *v, erbium_index i, const char *where)
{
  if (i <= v->seen)
    return i;
  room_for_observer (v, i, where);
  if (i <= v->known && (v->guard || erb_fast_limit (v, 0) != 0))
    {
      if (!v->slot)
        erb_view_reach (v, i); /* the bound of an observer is its update index */
      else if (v->guard)
        erb_view_reach (v, readable_bound (v, v->known));
      return v->seen = i;
    }
  erbium_index to;
  bool ends;
  if (erb_ask_update (v, i, &to, &ends, where))
    return ends ? update_at_end (v, to, where) : update_to (v, i, to, false, where);
  for (;;)
    {
      erbium_index low = erb_lowest_index (v->record, ERB_WRITE);
      if (low >= i)
        return update_to (v, i, low, true, where);
      erbium_index end = erb_end_of_stream (v->record);
      if (end != ERBIUM_NEVER && erb_lowest_index (v->record, ERB_WRITE) >= i)
        continue; /* it was committed before the end */
      if (end != ERBIUM_NEVER)
        {
          erb_view_adopt (v);
          return update_at_end (v, end, where);
        }
      struct erb_wait w = erb_wait_of (v, ERB_update, ERB_WRITE, i, where);
      erb_wait (&w, -1);
    }
}

ERB_WAKES erbium_index
erbium_update_slow (erbium_view *hot, erbium_index i, int narrow, const char *where)
{
  struct erb_view *v = (struct erb_view *) hot;
  erb_check_call (v, ERB_READ, ERB_update, where);
  i = erbium_wide (i, narrow, v->slot ? v->known : v->seen);
  if (hot->watch)
    erb_event_index (v, ERB_update, i, where);
  erbium_index to = update (v, i, where);
  if (v->guard)
    v->record->backend->reach (v, v->seen, ERB_update, where);
  return to;
}

/* ---- Split phase ------------------------------------------------------- */

static void
fetch (struct erb_view *v, erbium_index tl, erbium_index hd)
{
  if (tl < 0 || hd <= tl)
    return;
  if (erb_has_own_window (v))
    v->record->arrivals->receive (v, tl, hd);
  else if (v->window)
    v->record->backend->receive (v, tl, hd);
}

void
(erbium_receive_range) (erbium_view *hot, erbium_index tl, erbium_index hd, int narrow,
                           const char *where)
{
  struct erb_view *v = (struct erb_view *) hot;
  erb_event_call (v, ERB_receive_range, where);
  tl = erbium_wide (tl, narrow & 1, v->known);
  hd = erbium_wide (hd, narrow & 2, v->known);
  erb_event_index (v, ERB_receive_range, tl, where);
  erb_event_index (v, ERB_receive_range, hd, where);
  fetch (v, tl, hd);
}

void
(erbium_receive) (erbium_view *hot, erbium_index i, int narrow, const char *where)
{
  struct erb_view *v = (struct erb_view *) hot;
  erbium_index released, from;
  erb_event_call (v, ERB_receive, where);
  i = erbium_wide (i, narrow, v->known);
  erb_event_index (v, ERB_receive, i, where);
  released = erb_index (v);
  from = v->seen > released ? v->seen : released; /* those that it keeps have been fetched */
  fetch (v, from, i);
}

bool
(erbium_done) (erbium_view *hot, const char *where)
{
  struct erb_view *v = (struct erb_view *) hot;
  erb_event_call (v, ERB_done, where);
  return v->ended;
}

/* Returns the first element that is left in v's window where producers may write up to `most'.
 * Merging clears whole pages (guard/merge.c). */
static erbium_index
first_left (const struct erb_view *v, erbium_index most)
{
  const struct erb_window *w = v->window;
  erb_position end = erb_position_of (v->record, most), page = w->merged ? erb_page_size () : 1;
  end = (end + page - 1) / page * page;
  return end > w->bytes ? erb_first_from (v->record, end - w->bytes) : 0;
}

/* Returns how many elements v may have missed.  Producers may be writing up to `granted' now, and
 * those elements take the place of the ones a window before.  The heavy barrier orders the caller's
 * reads before the loads of `granted', and the producers' grants before their writes. */
erbium_index
(erbium_missed) (erbium_view *hot, const char *where)
{
  struct erb_view *v = (struct erb_view *) hot;
  erb_event_call (v, ERB_missed, where);
  if (v->registered || !v->window)
    return 0;
  erb_heavy_barrier (v->record->program);
  erbium_index most = 0, aside = 0;
  for (int n = 0; n < v->record->ids[ERB_WRITE]; n++)
    {
      erbium_index g = erbium_load_relaxed (&v->record->slot[ERB_WRITE][n].granted);
      erbium_index a = erbium_load_relaxed (&v->record->slot[ERB_WRITE][n].aside);
      most = g > most ? g : most;
      aside = a > aside ? a : aside;
    }
  erbium_index oldest = first_left (v, most), shown = erb_first_from (v->record, v->window->first);
  oldest = oldest > shown ? oldest : shown;
  oldest = oldest > aside ? oldest : aside;
  erbium_index index = erb_index (v), live = v->seen - index, lost = oldest - index;
  live = live < 0 ? 0 : live;
  lost = lost < 0 ? 0 : lost < live ? lost : live;
  erb_event_missed (v, &lost, where);
  return lost;
}

/* ---- Elements, for compiled code --------------------------------------- */

void *
erbium_element_slow (const erbium_view *v, uint64_t offset, int narrow, uint64_t size)
{
  return erbium_element_fast (v, offset, narrow, size);
}

/* Returns the address of an element in a checked build.  It is the same as without the check, so
 * that two elements have the same distance in memory, whatever types their indices have.  Checks
 * `length' elements.  An offset has 64 bits, so a wide index is close to the bound. */
static void *
checked_element (erbium_view *v, uint64_t offset, int length, int narrow, uint64_t size,
           const char *where)
{
  if (!v)
    erb_no_view (ERB_NO_PRIMITIVE, where);
  erbium_index at = narrow ? 0 : v->bound;
  erbium_index i = at + (int64_t) (offset - (uint64_t) at * size) / (int64_t) size;
  if (v->watch)
    erbium_check_slow (v, i, i + length, narrow ? 3 : 0, size, where);
  return erbium_element_fast (v, offset, narrow, size);
}

void *
erbium_element_check (erbium_view *v, uint64_t offset, int narrow, uint64_t size,
                     const char *where)
{
  return checked_element (v, offset, 1, narrow, size, where);
}

/* Checks an address that is not accessed: it may be the one behind the last element. */
void *
erbium_address_check (erbium_view *v, uint64_t offset, int narrow, uint64_t size,
                     const char *where)
{
  return checked_element (v, offset, 0, narrow, size, where);
}

/* Before a loop, compiled code reads this object in place of a view that is NULL. */
ERBIUM_API const struct erbium_view erbium_no_view;
static struct erbium_slot no_slot;
const struct erbium_view erbium_no_view = { .commit_slot = &no_slot, .release_slot = &no_slot };
