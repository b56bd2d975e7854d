/* SPDX-License-Identifier: MIT */
/* wait_queue.c - the queue of the processes that sleep for indices of a record, and their wake-ups.
 *
 * A process that waits enters the queue of the record.  Each slot that it waits for holds the least
 * index that any waiter asks for and the slot still lacks: wake_at.  A process that publishes reads
 * wake_at and nothing else, at the cost of a load: no fence, no lock, while nobody sleeps.  wait.c
 * describes what the waiter does meanwhile.
 *
 * No wake-up is lost.  Sleeper: wake_at = need (S2), heavy barrier, read index (S3).  Waker: index
 * = i (S1), light barrier, read wake_at (S4).  The heavy barrier puts a full barrier between S1 and
 * S4 of every running thread, so either S3 sees i or S4 sees need.
 *
 * A waiter that stays in the queue needs no new barrier when others come and go.  A waiter that
 * comes, or asks for less, may lower wake_at, and issues its own barrier.  wake_at grows only where
 * a waiter leaves or the slot's index has got there, and never beyond what a waiter that stays
 * still lacks of what it asks for.  Every publication at or beyond wake_at takes the lock.  One
 * event changes what a waiter that stays asks for: when one of several producers ends, nobody waits
 * for more than its last index, so wake_at of the other producers falls.  Then the process that has
 * ended the id takes the sleeper's part (ids_changed): it lowers wake_at (S2), issues the heavy
 * barrier and reads the indices again (S3).
 *
 * With several slots two details matter, and the explorer in testsuite/model found both: wake_at is
 * set before any waiter is released (settle), and S3 is under the lock (erb_ready_under_lock).  The
 * explorer runs this code under all schedules of small programs, and shows that each order is
 * needed but for those that testsuite/model/equivalent.txt lists.
 *
 * A sleeper may ask for more than it needs (`enough'), so that a wake-up pays.  Then no process
 * sleeps while it holds back what a partner needs: before it does, it wakes all that have what they
 * need though not what they asked for (erb_wake_partners).
 */
#include "sync/sync.h"

/* ---- Ready? ------------------------------------------------------------ */

static ERB_WAKES bool
has (const struct erb_wait *w, erbium_index index)
{
  if (w->only)
    return erbium_load_acquire (&w->record->slot[w->side][w->only - 1].index) >= index;
  return erb_lowest_index (w->record, w->side) >= index
         || (w->side == ERB_WRITE && erb_end_of_stream (w->record) != ERBIUM_NEVER)
         || (w->side == ERB_READ && erbium_load_acquire (&w->view->grow_to) != 0);
}

bool
erb_is_worth_switch (const struct erb_wait *w)
{
  return has (w, w->worth);
}

ERB_WAKES bool
erb_has_batch (const struct erb_wait *w)
{
  return w->view ? has (w, w->enough) : erb_ready (w);
}

ERB_WAKES bool
erb_ready (const struct erb_wait *w)
{
  return w->view ? has (w, w->need) : erb_process_ended (w->process, w->end_of);
}

/* ---- The queue of sleepers of a record, under its lock ------------------ */

/* Sets wake_at of each slot of the side: the least index that any waiter in the queue asks for and
 * the slot still lacks.  Once a producer has ended nobody waits for more than its last index: when
 * the others get there, the stream ends. */
static void
set_wake_at (erbium_record *r, enum erb_side side)
{
  erbium_index end = side == ERB_WRITE ? erb_smallest_end (r) : ERBIUM_NEVER;
  for (int n = 0; n < r->ids[side]; n++)
    {
      erbium_index at = ERBIUM_NEVER, now = erbium_load_relaxed (&r->slot[side][n].index);
      for (struct erb_wait *w = r->waits[side]; w; w = w->next)
        {
          erbium_index want = w->enough < end ? w->enough : end;
          if (want > now && want < at && (!w->only || w->only == n + 1))
            at = want;
        }
      erbium_store_relaxed (&r->slot[side][n].wake_at, at); /* S2 */
    }
}

/* Returns the link of list that points to w. */
static struct erb_wait **
link_of (struct erb_wait **list, const struct erb_wait *w)
{
  while (*list != w)
    list = &(*list)->next;
  return list;
}

static void
unlink_wait (struct erb_wait **link)
{
  struct erb_wait *w = *link;
  *link = w->next;
  w->queued = false;
}

/* Processes whose unpark is to be finished once the lock of the record is released.  A process that
 * the system wakes may preempt its waker, and soon needs that lock.  Only count is initialised:
 * clearing the list takes some ns in each wake-up. */
struct unparked
{
  int count;
  struct { void (*finish) (struct erb_process *p); struct erb_process *process; } of[16];
};

static ERB_WAKES void
finish_unparks (struct unparked *list)
{
  for (int n = 0; n < list->count; n++)
    list->of[n].finish (list->of[n].process);
  list->count = 0;
}

/* Adds p.  It may go on and end before its unpark is finished, so it must not be touched. */
static ERB_WAKES void
finish_later (struct unparked *list, struct erb_process *p, void (*finish) (struct erb_process *p))
{
  if (list->count == sizeof list->of / sizeof list->of[0])
    finish_unparks (list);
  list->of[list->count].finish = finish;
  list->of[list->count++].process = p;
}

/* Lets the process of the wait that is linked there go on.  The wait is on that process's stack, or
 * in the one place for its waits that all spaces see, so it must not be touched afterwards.
 *
 * Where the worker of p may make it ready at the same time, and so reads p->low_priority, `worth'
 * is 0 and the flag is not written.  This is so for remote waits and for waits with a time limit;
 * a wait for room with a limit loses its worth under the lock before the worker ends it
 * (erb_fiber_raise_priority). */
static ERB_WAKES void
let_go (struct erb_wait **link, struct unparked *list)
{
  struct erb_wait *w = *link;
  struct erb_process *p = w->process;
  bool low_priority = w->worth && !has (w, w->worth);
  if (p->low_priority != low_priority)
    p->low_priority = low_priority;
  void (*finish) (struct erb_process *p) = p->task->finish_unpark;
  erb_event_woken (w);
  unlink_wait (link);
  p->task->unpark (p);
  if (finish)
    finish_later (list, p, finish);
}

/* Sets wake_at, then lets the waiters go on that have what they ask for, in this order.  A
 * publication that set_wake_at has seen, `has' sees too.  One that it has not seen finds a wake_at
 * that asks for it; where wake_at has just fallen, the heavy barrier that follows makes sure of
 * that.  In the other order nobody would notice a publication that comes between the two. */
static ERB_WAKES void
settle (erbium_record *r, enum erb_side side, const struct erb_wait *but, bool all,
        struct unparked *list)
{
  for (bool again = true; again;)
    {
      again = false;
      set_wake_at (r, side);
      for (struct erb_wait **at = &r->waits[side], *w; (w = *at);)
        if (w != but && has (w, all ? w->need : w->enough))
          {
            let_go (at, list);
            again = true;
          }
        else
          at = &w->next;
    }
}

/* Does what settle does in the usual case, one waiter for one slot; returns false in others.  Here
 * the order does not matter, since no waiter stays that a publication could pass by. */
static bool
settle_alone (erbium_record *r, enum erb_side side, bool all, struct unparked *list)
{
  struct erb_wait *w = r->waits[side];
  if (!w || w->next || r->ids[side] != 1 || !has (w, all ? w->need : w->enough))
    return false;
  erbium_store_relaxed (&r->slot[side][0].wake_at, ERBIUM_NEVER);
  let_go (&r->waits[side], list);
  return true;
}

/* Adds a waiter.  wake_at only falls, so what the others ask for still stands, and none has to be
 * tested again.  Otherwise each of a thousand readers of a record would test a thousand waiters for
 * each burst. */
static void
enter (struct erb_wait *w)
{
  erbium_record *r = w->record;
  erbium_index end = w->side == ERB_WRITE ? erb_smallest_end (r) : ERBIUM_NEVER;
  erbium_index want = w->enough < end ? w->enough : end;
  w->queued = true;
  w->next = r->waits[w->side];
  r->waits[w->side] = w;
  for (int n = 0; n < r->ids[w->side]; n++)
    {
      struct erbium_slot *s = &r->slot[w->side][n];
      if (want > erbium_load_relaxed (&s->index) && want < erbium_load_relaxed (&s->wake_at)
          && (!w->only || w->only == n + 1))
        erbium_store_relaxed (&s->wake_at, want); /* S2 */
    }
}

ERB_WAKES void
erb_wait_enter (struct erb_wait *w)
{
  erb_record_lock (w->record);
  enter (w);
  erb_record_unlock (w->record);
}

/* Takes the token of a waker that was faster than the clock. */
static void
take_late_token (struct erb_wait *w)
{
  w->process->task->take_unpark (w->process);
}

bool
erb_wait_ask (struct erb_wait *w, erbium_index enough)
{
  struct unparked list;
  list.count = 0;
  erb_record_lock (w->record);
  bool queued = w->queued;
  w->enough = enough;
  if (queued)
    settle (w->record, w->side, w, false, &list);
  erb_record_unlock (w->record);
  finish_unparks (&list);
  if (!queued)
    take_late_token (w);
  return queued;
}

ERB_WAKES void
erb_wait_ask_for_need (struct erb_wait *w)
{
  erbium_record *r = w->record;
  struct unparked list;
  list.count = 0;
  erb_record_lock (r);
  w->enough = w->need;
  if (w->queued)
    settle (r, w->side, NULL, false, &list);
  erb_record_unlock (r);
  finish_unparks (&list);
}

void
erb_wait_leave (struct erb_wait *w)
{
  struct unparked list;
  list.count = 0;
  erb_record_lock (w->record);
  bool queued = w->queued;
  if (queued)
    {
      unlink_wait (link_of (&w->record->waits[w->side], w));
      settle (w->record, w->side, NULL, false, &list);
    }
  erb_record_unlock (w->record);
  finish_unparks (&list);
  if (!queued)
    take_late_token (w);
}

/* Does what erb_wake does, under r's lock. */
static ERB_WAKES void
wake_under_lock (erbium_record *r, enum erb_side side, bool all, struct unparked *list)
{
  if (!settle_alone (r, side, all, list))
    settle (r, side, NULL, all, list);
}

ERB_WAKES void
erb_wake (erbium_record *r, enum erb_side side, bool all)
{
  struct unparked list;
  list.count = 0;
  erb_record_lock (r);
  wake_under_lock (r, side, all, &list);
  erb_record_unlock (r);
  finish_unparks (&list);
}

ERB_WAKES void
erbium_wake_slow (erbium_view *hot)
{
  struct erb_view *v = (struct erb_view *) hot;
  erb_wake (v->record, v->side, false);
}

ERB_WAKES void
erb_wake_partners (struct erb_process *p)
{
  for (struct erb_view *v = p->views; v; v = v->next)
    if (v->slot && erbium_load_relaxed (&v->slot->wake_at) != ERBIUM_NEVER)
      erb_wake (v->record, v->side, true);
}

/* This is S3 with several slots.  A waker that tested the indices before the caller does has seen
 * the index that it published itself, but perhaps not those that the barrier has shown to the
 * caller; and without the lock the caller might not see the waker's index.  Under the lock one of
 * the two sees all. */
ERB_WAKES bool
erb_ready_under_lock (struct erb_wait *w)
{
  erb_record_lock (w->record);
  bool ready = erb_ready (w);
  erb_record_unlock (w->record);
  return ready;
}

/* Looks at those only that may wait for it, since each looks for its process among all. */
void
erb_wake_joiners (erbium_program *p, erbium_process gone)
{
  struct unparked list;
  list.count = 0;
  for (struct erb_wait **at = &p->joiners, *w; (w = *at);)
    if ((w->end_of == 0 || w->end_of == gone) && erb_ready (w))
      let_go (at, &list);
    else
      at = &w->next;
  finish_unparks (&list); /* under the lock, since without it the program may end */
}

/* ---- Events --------------------------------------------------------------- */

/* Returns whether a process waits for more elements than the stream will have, since one of several
 * producers has ended.  Called under r's lock. */
static bool
waits_beyond_end (const erbium_record *r)
{
  erbium_index end = r->ids[ERB_WRITE] > 1 ? erb_smallest_end (r) : ERBIUM_NEVER;
  const struct erb_wait *w = r->waits[ERB_WRITE];
  while (w && w->enough <= end)
    w = w->next;
  return w != NULL;
}

/* Wakes the processes that wait for ids which have changed.  The end of a producer lowers wake_at
 * of the other producers, on behalf of processes that have issued their own barriers before and
 * sleep.  So the caller, which ends the id, issues one for them.  It does so once for each id that
 * ends before the stream does and while a process waits; to walk the slots costs more. */
static void
ids_changed (erbium_record *r, enum erb_side side)
{
  struct unparked list;
  list.count = 0;
  erb_record_lock (r);
  wake_under_lock (r, side, true, &list); /* S2 */
  bool again = side == ERB_WRITE && waits_beyond_end (r);
  erb_record_unlock (r);
  finish_unparks (&list);
  if (!again)
    return;
  erb_heavy_barrier (r->program);
  erb_wake (r, side, true); /* S3 */
}

const struct erb_observer erb_sync_observer = {
  .ids_changed = ids_changed, .process_gone = erb_wake_joiners,
};
