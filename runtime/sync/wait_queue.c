/* SPDX-License-Identifier: MIT */
/* wait_queue.c - who waits for which index, and who wakes it.
 *
 * A process that waits enters the queue of the record.  Each slot that it waits for holds the least
 * index that any waiter wants of it: wake_at.  A process that publishes reads wake_at and nothing
 * else, at the cost of a load: no fence, no lock, while nobody sleeps.  wait.c says what the waiter
 * does meanwhile.
 *
 * No wake-up is lost.  Sleeper: wake_at = need (S2), heavy barrier, read index (S3). Waker: index =
 * i (S1), light barrier, read wake_at (S4). The heavy barrier puts a full barrier between S1 and S4
 * of every running thread, so either S3 sees i or S4 sees need.  wake_at only grows when a waiter
 * leaves, never past the need of a waiter that stays, and every publication at or beyond it takes
 * the lock below; so the waiters that stay need no new barrier.
 *
 * With several slots two details matter, and the explorer in testsuite/model found both: wake_at is
 * set before anybody is let go (settle), and S3 is under the lock (erb_ready_under_lock). The
 * explorer runs this code under all schedules, and shows that each order is needed.
 *
 * A sleeper may ask for more than it needs (`enough'), so that a wake-up is worth it.  Then no
 * process sleeps while it holds back what a partner needs: before it does, it wakes all that have
 * what they need though not what they asked for (erb_wake_partners).
 */
#include "sync/sync.h"

/* ---- Ready? ------------------------------------------------------------ */

static ERB_WAKES bool
has (const struct erb_wait *w, erbium_index index)
{
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

/* Sets what each slot of the side is to wake for: the least that any waiter in the queue still
 * lacks of it.  Once a producer has ended nobody waits for more than its last index: when the
 * others get there, that is the end. */
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
          if (want > now && want < at)
            at = want;
        }
      erbium_store_relaxed (&r->slot[side][n].wake_at, at); /* S2 */
    }
}

/* The link of list that points to w. */
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

/* Processes that are let go and still have to be roused, once the record's lock is released.  A
 * process that is roused may run at once in its waker's place, and soon want that lock. */
struct roused
{
  int count;
  struct { void (*rouse) (struct erb_process *p); struct erb_process *process; } of[16];
};

static ERB_WAKES void
rouse (struct roused *those)
{
  for (int n = 0; n < those->count; n++)
    those->of[n].rouse (those->of[n].process);
  those->count = 0;
}

/* Adds p, which may go on and be gone before it is roused. */
static ERB_WAKES void
rouse_later (struct roused *those, struct erb_process *p, void (*how) (struct erb_process *p))
{
  if (those->count == sizeof those->of / sizeof those->of[0])
    rouse (those);
  those->of[those->count].rouse = how;
  those->of[those->count++].process = p;
}

/* Lets the process of the wait that is linked there go on.  The wait is on that process's stack, so
 * it must not be touched afterwards.  A wait that its own worker may end, since it has a time limit
 * or is remote, is worth nothing: then the flag is as it was, and that worker may be reading it. */
static ERB_WAKES void
let_go (struct erb_wait **link, struct roused *those)
{
  struct erb_wait *w = *link;
  struct erb_process *p = w->process;
  bool low_priority = w->worth && !has (w, w->worth);
  if (p->low_priority != low_priority)
    p->low_priority = low_priority;
  void (*how) (struct erb_process *p) = p->task->rouse;
  unlink_wait (link);
  p->task->unpark (p);
  if (how)
    rouse_later (those, p, how);
}

/* Sets what to wake for, then lets go the waiters that have it, in this order.  A publication that
 * set_wake_at has not seen finds wake_at asking for it, and one that it has seen, `has' sees too.
 * The other way round nobody notices a publication that comes between the two. */
static ERB_WAKES void
settle (erbium_record *r, enum erb_side side, const struct erb_wait *but, bool all,
        struct roused *those)
{
  for (bool again = true; again;)
    {
      again = false;
      set_wake_at (r, side);
      for (struct erb_wait **at = &r->waits[side], *w; (w = *at);)
        if (w != but && has (w, all ? w->need : w->enough))
          {
            let_go (at, those);
            again = true;
          }
        else
          at = &w->next;
    }
}

/* The usual case of settle, one waiter for one slot.  Here the order does not matter, since no
 * waiter stays that a publication could pass by. */
static bool
settle_alone (erbium_record *r, enum erb_side side, bool all, struct roused *those)
{
  struct erb_wait *w = r->waits[side];
  if (!w || w->next || r->ids[side] != 1 || !has (w, all ? w->need : w->enough))
    return false;
  erbium_store_relaxed (&r->slot[side][0].wake_at, ERBIUM_NEVER);
  let_go (&r->waits[side], those);
  return true;
}

/* Adds a waiter.  wake_at only falls, so what the others ask for still stands, and none has to be
 * looked at again.  Otherwise each of a thousand readers of a record would look at a thousand
 * waiters for each burst. */
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
      if (want > erbium_load_relaxed (&s->index) && want < erbium_load_relaxed (&s->wake_at))
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
  struct roused those = { .count = 0 };
  erb_record_lock (w->record);
  bool queued = w->queued;
  w->enough = enough;
  if (queued)
    settle (w->record, w->side, w, false, &those);
  erb_record_unlock (w->record);
  rouse (&those);
  if (!queued)
    take_late_token (w);
  return queued;
}

ERB_WAKES void
erb_wait_ask_for_need (struct erb_wait *w)
{
  erbium_record *r = w->record;
  struct roused those = { .count = 0 };
  erb_record_lock (r);
  w->enough = w->need;
  if (w->queued)
    settle (r, w->side, NULL, false, &those);
  erb_record_unlock (r);
  rouse (&those);
}

void
erb_wait_leave (struct erb_wait *w)
{
  struct roused those = { .count = 0 };
  erb_record_lock (w->record);
  bool queued = w->queued;
  if (queued)
    {
      unlink_wait (link_of (&w->record->waits[w->side], w));
      settle (w->record, w->side, NULL, false, &those);
    }
  erb_record_unlock (w->record);
  rouse (&those);
  if (!queued)
    take_late_token (w);
}

ERB_WAKES void
erb_wake (erbium_record *r, enum erb_side side, bool all)
{
  struct roused those = { .count = 0 };
  erb_record_lock (r);
  if (!settle_alone (r, side, all, &those))
    settle (r, side, NULL, all, &those);
  erb_record_unlock (r);
  rouse (&those);
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

/* S3 with several slots.  A waker that looked before the caller has seen the index that it
 * published itself, but perhaps not those that the barrier has shown to the caller, and the caller
 * has not seen its index.  Under the lock one of the two sees all. */
ERB_WAKES bool
erb_ready_under_lock (struct erb_wait *w)
{
  erb_record_lock (w->record);
  bool ready = erb_ready (w);
  erb_record_unlock (w->record);
  return ready;
}

void
erb_wake_joiners (erbium_program *p)
{
  struct roused those = { .count = 0 };
  for (struct erb_wait **at = &p->joiners, *w; (w = *at);)
    if (erb_ready (w))
      let_go (at, &those);
    else
      at = &w->next;
  rouse (&those); /* under the lock: with it the program may be gone */
}

/* ---- Events --------------------------------------------------------------- */

static void
ids_changed (erbium_record *r, enum erb_side side)
{
  erb_wake (r, side, true);
}

const struct erb_observer erb_sync_observer = {
  .ids_changed = ids_changed, .process_gone = erb_wake_joiners,
};
