/* SPDX-License-Identifier: MIT */
/* stall.c - stall on the slow path: may v write up to i?
 *
 * Two limits hold: the readers, as far as the horizon goes (the semantics), and the memory of the
 * window, which can grow.  Where only observers read, the first limit does not exist, and the
 * second keeps producers apart.
 */
#include "sync/sync.h"

#include <inttypes.h>

/* Grants v the elements below `to'. X1: the grant is stored before erb_view_adopt reads whether a
 * window is being made or taken back; whoever does that reads the grants after a heavy barrier (X2
 * in record/record_window.c).  So either this grant is taken into account there, or it is not used
 * before v has moved.  A grant to an earlier holder of the id, which may have written so far,
 * stands: observers miss what was there (erbium_missed). */
static bool
grant (struct erb_view *v, erbium_index to)
{
  if (to > erbium_load_relaxed (&v->slot->granted))
    erbium_store_relaxed (&v->slot->granted, to);
  erbium_light_barrier ();
  if (erb_view_adopt (v))
    return false;
  v->known = to;
  v->hot.stall_limit = erb_fast_limit (v, to + 1);
  erb_view_reach (v, to);
  return true;
}

/* Returns the first element that not all other producers have committed.  Elements from there on
 * may still have to be written, also by a view that registers later.  A producer that has ended
 * writes no more. */
static erbium_index
first_of_others (const struct erb_view *v)
{
  const erbium_record *r = v->record;
  erbium_index first = ERBIUM_NEVER;
  if (r->ids[ERB_WRITE] == 1)
    return first;
  for (int n = 0; n < r->ids[ERB_WRITE]; n++)
    {
      struct erbium_slot *s = &r->slot[ERB_WRITE][n];
      erbium_index i = erbium_load_acquire (&s->index);
      if (s != v->slot && erbium_load_acquire (&s->end) == ERBIUM_NEVER)
        first = i < first ? i : first;
    }
  return first < 0 ? 0 : first;
}

/* Returns the first element that some producer may still have to write. */
static erbium_index
first_to_write (const struct erb_view *v, erbium_index i)
{
  erbium_index own = erb_view_first_own (v, i), others = first_of_others (v);
  return own < others ? own : others;
}

/* How long a producer waits for readers that stand still before its window takes more memory,
 * though its horizon would allow that at once.  New memory costs a page fault for each page, more
 * than a few turns of the scheduler. */
static const int64_t patience_for_room = 10000000; /* ns */

/* The same for readers that cannot run while the producer does, since other processes have their
 * turns before them. */
static const int64_t patience_here = 100000000; /* ns, and at least */
enum { TURNS = 8 }; /* turns of all processes, in which the readers would have moved */

static bool
is_turn_of_readers (const struct erb_view *v)
{
  const struct erb_task_model *task = v->owner->task;
  return task->is_turn_of && task->is_turn_of (v, ERB_READ);
}

/* Waits until the element before i fits, as long as the readers run only when the caller stops.
 * They may move to another worker, or wait for a process that has moved.  Returns false if they are
 * elsewhere, or stand still. */
static bool
room_comes_here (struct erb_view *v, struct erb_wait *w)
{
  erbium_index low = erb_lowest_index (v->record, ERB_READ), now;
  w->for_room = true;
  for (int64_t waited = 0; is_turn_of_readers (v); low = now)
    {
      if (erb_wait (w, patience_here))
        return !w->grown;
      now = erb_lowest_index (v->record, ERB_READ);
      waited = now > low ? 0 : waited + patience_here;
      const struct erb_task_model *task = v->owner->task; /* another one if it keeps its thread */
      if (!task->turn || waited > TURNS * task->turn (v->record->program))
        return false;
    }
  return false;
}

/* Returns whether the window holds two bursts of each producer.  With fewer, producers and readers
 * on different workers would take turns instead of running at the same time. */
static bool
holds_bursts (const struct erb_view *v, erbium_index i)
{
  return (i - erb_index (v)) * 2 * v->record->ids[ERB_WRITE] <= v->room;
}

/* Waits until the element before i fits.  Returns false if readers stand still, if no process is
 * awake that could wake them, or if the window is too small for processes that run at the same time
 * to get ahead. */
static bool
room_comes (struct erb_view *v, erbium_index i, const char *where)
{
  struct erb_wait w = erb_wait_of (v, ERB_stall, ERB_READ, i - v->room, where);
  if (is_turn_of_readers (v))
    return room_comes_here (v, &w);
  if (!holds_bursts (v, i))
    return false;
  const erbium_program *p = v->record->program;
  erbium_index low = erb_lowest_index (v->record, ERB_READ);
  int64_t since = erb_os->now ();
  while (erb_os->now () - since < patience_for_room)
    {
      if (erb_wait (&w, patience_for_room))
        return true;
      erbium_index now = erb_lowest_index (v->record, ERB_READ);
      if (now > low)
        since = erb_os->now ();
      else if (erbium_load_relaxed (&p->awake) <= 1)
        return false;
      low = now;
    }
  return false;
}

/* Reports a producer that is too far ahead.  What readers have released does not make room while
 * another producer may still write below it, in the same window. */
static void
check_others (const struct erb_view *v, erbium_index i, const char *where)
{
  erbium_index others = first_of_others (v);
  /* room_in, record_window.c */
  size_t most = (ERB_LARGEST_WINDOW - erb_page_size ()) / v->record->size;
  struct erb_text t;
  if (others == ERBIUM_NEVER || i - others <= (erbium_index) most)
    return;
  erb_fault (ERBIUM_EXIT_RESOURCE, ERB_stall, where,
             "a producer commits past the elements that are not its own, or ends",
             "index %" PRId64 " of %s is too far ahead of another producer of its record, "
             "which has committed %" PRId64 ": no window is so large",
             i, erb_describe_view (v, &t), others);
}

/* Waits for room in the window, or makes some.  The readers have released as much as the horizon
 * demands, but the window is smaller.  If they are about to move, there is room soon.  Otherwise
 * the window takes more memory. */
static void
stall_for_room (struct erb_view *v, erbium_index i, erbium_index low, const char *where)
{
  bool own = i - erb_view_first_own (v, i) > v->room;
  if (!own && low < i - v->room && !erb_ask_alone (v->record->program) && room_comes (v, i, where))
    return;
  low = erb_lowest_index (v->record, ERB_READ);
  erbium_index first = low == ERBIUM_NEVER ? erb_view_first_own (v, i) : first_to_write (v, i);
  if (low != ERBIUM_NEVER && first < low && first < erb_view_first_own (v, i))
    check_others (v, i, where);
  erb_record_make_room (v, i - (low < first ? low : first), where);
}

/* Returns how far v, which asks for i, may write where the lowest release index is low: to its
 * horizon, as the semantics demands, and as far as the window holds what is still live. */
static erbium_index
writable (const struct erb_view *v, erbium_index i, erbium_index low)
{
  erbium_index first = first_to_write (v, i);
  erbium_index horizon = erb_saturated (low, v->horizon);
  erbium_index room = erb_saturated (low < first ? low : first, v->room);
  return horizon < room ? horizon : room;
}

/* Grants v exactly the elements below i, in memory of its own.  With only observers left no reader
 * holds v back, and it may get more than a window ahead of another producer, which then writes in
 * the same places.  So from there on v writes aside (record/record_window.c), where no other view
 * reads.  It is granted no more than it asks for, so that it can come back as soon as it has
 * committed that. */
static bool
stall_aside (struct erb_view *v, erbium_index i, const char *where)
{
  erb_view_go_aside (v, i, where);
  erbium_store_relaxed (&v->slot->aside, i); /* published by the next commit */
  v->known = i;
  v->hot.stall_limit = erb_fast_limit (v, i + 1);
  erb_view_reach (v, i);
  return true;
}

/* Returns whether v must write aside if it may write up to `most' in the window.  Where no other
 * producer is behind what v keeps live, the window is too small for v alone. */
static bool
must_go_aside (const struct erb_view *v, erbium_index i, erbium_index most)
{
  return erb_view_is_aside (v) || (i > most && erb_view_first_own (v, i) > first_of_others (v));
}

/* Returns how much v may be granted where only observers read.  No producer waits for them, and the
 * elements one window before those that v is granted count as lost for them, or up to a page more
 * where producers merge (first_left, sync.c).  So v is granted no more than leaves them their
 * horizon, if the window holds all horizons. */
static erbium_index
writable_unread (const struct erb_view *v, erbium_index i, erbium_index most)
{
  const erbium_record *r = v->record;
  erbium_index all = (erbium_index) (v->window->bytes / r->size);
  erbium_index spare = (v->window->merged ? v->room : all) - erb_both_horizons (r);
  spare = spare >= 0 ? spare : v->room / 8;
  return most - i > spare ? i + spare : most;
}

/* Whether v is granted one burst at a time.  A record whose producer has room that it has not used
 * keeps its window.  If data comes in parts, as from another worker, this happens to most records,
 * and in a program that has very many of them each burst is written to memory that is in no cache.
 * Single bursts leave nothing over.  They cost a slow call each, which is little if they are large.
 * Where windows are so many that the system would run out of mappings, it does not matter. */
static bool
gets_single_bursts (const struct erb_view *v, erbium_index burst)
{
  enum { FEW = 256, BURSTS = 32 }; /* windows; large bursts that a window holds */
  const struct erb_arena *a = v->record->program->arena;
  return v->owner->task->shares_threads
         && erb_arena_windows (a) > FEW
         && (burst * BURSTS >= v->room || erb_arena_is_crowded (a));
}

/* Rounds a grant to whole bursts, or to one of them. */
static erbium_index
whole_bursts (const struct erb_view *v, erbium_index i, erbium_index most)
{
  erbium_index burst = i - erb_index (v);
  if (gets_single_bursts (v, burst))
    return i;
  return burst > 0 ? most - (most - i) % burst : most;
}

/* Whether a grant of the elements below `to' to v, which asks for i, counts as a turn of its owner.
 * Of single bursts, one in a window does. */
static bool
is_turn (const struct erb_view *v, erbium_index i, erbium_index to)
{
  return to > i || i % v->room < i - erb_index (v);
}

/* Tries once to get to i; returns false if that must be tried again.  The reader may have taken the
 * window back, so v->window is not read before a grant has made v adopt that of the record.  Where
 * all readers have ended, none takes it any more, and what the last one did is seen, since the
 * indices are read before. */
static bool
stall_once (struct erb_view *v, erbium_index i, const char *where)
{
  erbium_index low = erb_lowest_index (v->record, ERB_READ);
  if (!v->window || !erb_record_window (v->record)) /* none yet, or it was given back */
    erb_view_provide (v, ERB_stall, where);
  if (low == ERBIUM_NEVER)
    erb_view_adopt (v);
  if (erb_index (v) >= v->known)
    erb_view_come_back (v);
  if (i > erb_saturated (low, v->horizon))
    {
      struct erb_wait w = erb_wait_of (v, ERB_stall, ERB_READ, i - v->horizon, where);
      erb_wait (&w, -1);
      return false;
    }
  erbium_index most = writable (v, i, low);
  if (low == ERBIUM_NEVER && must_go_aside (v, i, most))
    return stall_aside (v, i, where);
  if (i > most)
    {
      stall_for_room (v, i, low, where);
      return false;
    }
  if (low == ERBIUM_NEVER)
    most = writable_unread (v, i, most);
  else
    most = writable (v, i, erb_poll_for_more (v, ERB_READ, low - (most - i), low));
  erbium_index to = whole_bursts (v, i, most);
  bool counts = is_turn (v, i, to);
  if (!grant (v, to))
    return false;
  if (counts)
    erb_take_turns (v->owner);
  return true;
}

void
erbium_stall_slow (erbium_view *hot, erbium_index i, int narrow, const char *where)
{
  struct erb_view *v = (struct erb_view *) hot;
  erb_check_call (v, ERB_WRITE, ERB_stall, where);
  erb_expect_id (v, ERB_stall, where);
  i = erbium_wide (i, narrow & 1, erb_index (v));
  if (narrow & ERBIUM_MAY_COMMIT)
    v->may_commit = true;
  if (hot->watch)
    erb_event_index (v, ERB_stall, i, where);
  erb_event_stall (v, where);
  if (i > v->known)
    while (!stall_once (v, i, where))
      ;
  erb_event_stalled (v, where);
  v->seen = i > v->seen ? i : v->seen;
  if (v->guard)
    v->record->backend->reach (v, v->seen, ERB_stall, where);
}
