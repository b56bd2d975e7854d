/* SPDX-License-Identifier: MIT */
/* fiber_wait.c - what a fiber does while it waits: it makes way for the next one.
 *
 * It enters the queue of the record (sync/wait_queue.c) and switches to the next process of its
 * worker.  If all partners for which it waits are fibers of the same worker, nothing more is
 * needed: there is one thread, so what was stored before the switch is seen after it.
 *
 * If a partner is elsewhere, that is, on another worker or a kernel thread, the wait is *remote*,
 * and a publication may just miss it.  To exclude that, the waker would need a fence, which the
 * primitives must not contain.  Instead, the waiter's worker issues a heavy barrier, once for all
 * of its new remote waits, and tests them again.  It does so before it sleeps.  While it is busy,
 * it does so at the first tick (run_queue.c) that comes a millisecond or more after the last
 * barrier.  Until then the worker polls the waits, at each tick and while it is idle.  These waits
 * ask for more than they need, so that each is worth the traffic between cores.  A wait that the
 * barrier has confirmed asks for no more than it needs and is never polled again, since a
 * publication wakes it.
 *
 * The result of the test "all are here" remains true when processes come and move.  A view that
 * takes an id later does so under the record's lock, after the waiter.  A process that moves to
 * another worker continues there after it was put in that worker's inbox here, after the waiter
 * too.  In both cases it has seen wake_at when it publishes.
 */
#include "fiber/move_cost.h"

/* ---- Remote waits -------------------------------------------------------- */

/* Returns whether q is not a fiber of worker `here'. q may have ended meanwhile, and its descriptor
 * may stand for another process: then a view took its place in the slot under the record's lock. */
static bool
is_elsewhere (const struct erb_process *q, const struct erb_worker *here)
{
  return erb_worker_of (q) != here;
}

/* Returns whether one of the processes that w waits for is elsewhere. */
static ERB_WAKES bool
is_remote (const struct erb_wait *w, const struct erb_worker *here)
{
  for (int n = 0; n < w->record->ids[w->side]; n++)
    {
      struct erbium_slot *s = &w->record->slot[w->side][n];
      struct erb_process *q
        = (struct erb_process *) (intptr_t) erbium_load_acquire (&s->owner);
      if (q && is_elsewhere (q, here) && erbium_load_relaxed (&s->index) < w->need)
        return true;
    }
  return false;
}

static void
remote_wait_add (struct erb_worker *w, struct erb_wait *wait)
{
  erb_worker_count (&w->unsettled, 1);
  wait->remote_previous = NULL;
  wait->remote_next = w->remote_wait;
  if (w->remote_wait)
    w->remote_wait->remote_previous = wait;
  w->remote_wait = wait;
  wait->process->remote_wait = wait;
}

ERB_WAKES void
erb_remote_wait_remove (struct erb_worker *w, struct erb_wait *wait)
{
  if (!wait->confirmed)
    erb_worker_count (&w->unsettled, -1);
  *(wait->remote_previous ? &wait->remote_previous->remote_next : &w->remote_wait)
    = wait->remote_next;
  if (wait->remote_next)
    wait->remote_next->remote_previous = wait->remote_previous;
  wait->process->remote_wait = NULL;
}

/* Makes the waits that are not confirmed ask only for what they need from now on.  Any wait that
 * has what it needs leaves the list meanwhile, so each step begins at the head of the list. */
static void
ask_for_less (struct erb_worker *w)
{
  struct erb_wait *wait = w->remote_wait;
  while (wait && !wait->confirmed)
    if (wait->enough > wait->need)
      {
        erb_wait_ask_for_need (wait);
        wait = w->remote_wait;
      }
    else
      wait = wait->remote_next;
}

/* Returns whether w has what it asks for, or has what it needs and no more has come during the last
 * polls.  In the latter case the process that brings more has stopped, or is slow. */
static bool
is_worth_it (struct erb_wait *w, int polls)
{
  if (erb_has_batch (w))
    return true;
  if (w->enough == w->need || !erb_ready (w))
    return false;
  erbium_index now = erb_lowest_index (w->record, w->side);
  w->still = now == w->seen ? w->still + 1 : 0;
  w->seen = now;
  return w->still >= polls;
}

/* New waits are put first, so those that are not confirmed come before all that are. */
ERB_WAKES bool
erb_remote_waits_poll (struct erb_worker *w, int polls)
{
  bool any = false;
  for (struct erb_wait *wait = w->remote_wait, *next; wait && !wait->confirmed; wait = next)
    {
      next = wait->remote_next;
      if (is_worth_it (wait, polls))
        {
          any = true;
          erb_worker_make_ready (w, wait->process, false);
        }
    }
  return any;
}

ERB_WAKES bool
erb_remote_waits_confirm (struct erb_worker *w)
{
  bool any = false;
  ask_for_less (w);
  erb_os->heavy_barrier ();
  for (struct erb_wait *wait = w->remote_wait, *next; wait && !wait->confirmed; wait = next)
    {
      next = wait->remote_next;
      if (erb_ready_under_lock (wait))
        {
          any = true;
          erb_worker_make_ready (w, wait->process, false);
        }
      else
        {
          wait->confirmed = true;
          erb_worker_count (&w->unsettled, -1);
        }
    }
  return any;
}

/* ---- Waiting ------------------------------------------------------------- */

/* Returns whether a partner of v may be elsewhere. */
static bool
anybody_elsewhere (const struct erb_view *v, enum erb_side side)
{
  const struct erb_worker *here = erb_worker_here ();
  for (int n = 0; n < v->record->ids[side]; n++)
    {
      struct erb_process *q = (struct erb_process *) (intptr_t)
        erbium_load_acquire (&v->record->slot[side][n].owner);
      if (q && is_elsewhere (q, here))
        return true;
    }
  return false;
}

bool
erb_fiber_may_poll (const struct erb_view *v, enum erb_side side)
{
  return !erb_worker_busy () && anybody_elsewhere (v, side);
}

bool
erb_fiber_is_turn_of (const struct erb_view *v, enum erb_side side)
{
  return !anybody_elsewhere (v, side);
}

/* Sets the worth of w to 0, under the record's lock: a waker lets a process go on under that lock,
 * and decides by the worth of its wait (let_go, sync/wait_queue.c). */
static void
lose_worth (struct erb_wait *w)
{
  erb_record_lock (w->record);
  w->worth = 0;
  erb_record_unlock (w->record);
}

void
erb_fiber_raise_priority (struct erb_process *p)
{
  lose_worth (erb_process_waits_on (p));
}

bool
erb_fiber_sleep (struct erb_wait *w)
{
  w->process->eager = true; /* in a tree, before fresh ones: few are alive then */
  return erb_worker_park (erb_worker_enter (w->process), w->process, w, -1);
}

/* Returns the index at which a switch is worth it, or 0: half of what the partner can get ahead, in
 * a window that fits in the cache.  On the same worker the one cannot run while the other does;
 * elsewhere each wake-up costs as much as some thousand elements.  The partner may get no further
 * than that, or come no closer than the caller has got. */
static erbium_index
worth_a_switch (const struct erb_wait *w)
{
  const struct erb_view *v = w->view;
  erbium_index ahead = erbium_load_relaxed (&w->record->horizon[ERB_WRITE]);
  ahead = v->room < ahead ? v->room : ahead;
  erbium_index most = erb_index (v);
  if (w->side == ERB_WRITE)
    most += ahead;
  erbium_index worth = erb_saturated (w->need, ahead / 2);
  worth = worth < most ? worth : most;
  return worth > w->need ? worth : 0;
}

/* Raises the priority of those that wait for what p, which is about to stop, has brought: they get
 * no more of it for now.  Fibers of this worker that are ready may only be so with low priority. */
static void
promote_partners (struct erb_worker *here, struct erb_process *p)
{
  for (struct erb_view *v = p->views; v; v = v->next)
    {
      enum erb_side other = v->side == ERB_READ ? ERB_WRITE : ERB_READ;
      for (int n = 0; v->slot && n < v->record->ids[other]; n++)
        {
          struct erb_process *q = (struct erb_process *) (intptr_t)
            erbium_load_acquire (&v->record->slot[other][n].owner);
          if (!q || is_elsewhere (q, here) || !erbium_load_relaxed (&q->in_low_priority))
            continue;
          struct erb_wait *w = erb_process_waits_on (q);
          if (w && w->record == v->record && erb_is_worth_switch (w))
            erb_worker_promote (here, q);
        }
    }
}

/* Gives back the window from which w, a read view's wait, has got all.  From a producer elsewhere
 * it is taken only where windows are very many: that costs a heavy barrier. */
static void
give_window_back (struct erb_worker *here, const struct erb_wait *w, bool remote)
{
  erbium_record *r = w->record;
  if (remote && erb_arena_is_crowded (r->program->arena))
    erb_record_take_back (w->view);
  if (remote || !erb_pool_pays (r))
    return;
  erb_record_lock (r);
  erb_pool_return (&here->local, r);
  erb_record_unlock (r);
}

/* Biases the lock of r to this worker, so that the next waits cost nothing. */
static void
stay_here (struct erb_worker *here, erbium_record *r)
{
  if (!erb_record_may_bias (r, &here->local))
    return;
  erb_record_lock (r);
  erb_record_bias (r, &here->local);
  erb_record_unlock (r);
}

/* Tests again, after w has entered the queue, whether it is remote.  The processes that are
 * elsewhere may have brought what w needs meanwhile: then no poll would find out that no more
 * comes, and those that are here must not be asked for more than w needs.  Or a process that is
 * elsewhere may have taken an id: then w loses its worth, since this worker and a waker may make
 * its process ready at the same time. */
static bool
is_still_remote (struct erb_wait *w, struct erb_worker *here)
{
  if (is_remote (w, here))
    {
      if (w->worth)
        lose_worth (w);
      return true;
    }
  if (w->enough > w->need)
    erb_wait_ask_for_need (w);
  stay_here (here, w->record);
  return false;
}

static erbium_index
least (erbium_index a, erbium_index b)
{
  return a < b ? a : b;
}

/* Adapts what the next remote wait of the view asks for, after w.  A partner that goes on has
 * brought more than that.  One that has stopped has brought less, so w has waited in vain: where
 * partners take turns, the view soon asks for no more than it needs, and is woken at once. */
static void
learn (const struct erb_wait *w, erbium_index worth)
{
  struct erb_view *v = w->view;
  erbium_index lowest = erb_lowest_index (w->record, w->side);
  if (lowest == ERBIUM_NEVER || lowest < w->need || v->group) /* beyond its run are others' */
    return;
  erbium_index asked = least (v->remote_batch, worth - w->need), more = lowest - w->need;
  v->remote_batch = more > asked ? 2 * asked + 1 : (asked + more) / 2;
}

/* The owners are read before the indices are read again: the process that had the view before has
 * published before it gave the view away (erb_view_own). */
ERB_WAKES bool
erb_fiber_wait (struct erb_wait *w, int64_t limit)
{
  struct erb_process *p = w->process;
  bool counts = p->program->set.stats, woken = false, shown = limit < 0 || w->for_room;
  w->since = counts ? erb_os->now () : 0;
  erb_wake_partners (p);
  struct erb_worker *here = erb_worker_enter (p);
  promote_partners (here, p);
  struct erb_worker *to = erb_worker_follows (here, p);
  bool remote = is_remote (w, here);
  to = to ? to : erb_worker_compares (here, p, remote);
  if (to)
    {
      erb_worker_go_to (here, p, to);
      here = erb_worker_enter (p);
      remote = is_remote (w, here);
    }
  erbium_index worth = shown ? worth_a_switch (w) : 0;
  w->worth = remote ? 0 : worth;
  bool asks = remote && worth && !erb_worker_has_long_turns (here);
  if (asks) /* for a moment, until ask_for_less */
    w->enough = least (worth, erb_saturated (w->need, w->view->remote_batch));
  erb_wait_enter (w); /* S2 */
  remote = is_still_remote (w, here);
  if (!erb_ready (w))
    {
      p->eager = w->side == ERB_WRITE;
      if (w->side == ERB_WRITE)
        give_window_back (here, w, remote);
      if (remote)
        remote_wait_add (here, w);
      woken = erb_worker_park (here, p, shown ? w : NULL, limit);
    }
  else
    erb_worker_exit ();
  if (!woken)
    erb_wait_leave (w);
  if (asks)
    learn (w, worth);
  if (counts)
    erb_event_waited (w->view, erb_os->now () - w->since, true);
  return woken || erb_ready (w);
}
