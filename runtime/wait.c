/* SPDX-License-Identifier: MIT */
/* wait.c - who sleeps when, and who wakes him.
 *
 * The problem.  A wake-up across processors costs as much as handing on tens of
 * thousands of elements, so it must be rare; but an element that has been
 * committed must reach a waiting consumer whatever its producer does next, be
 * it to block in the kernel for an hour.  And the one who wakes must pay nothing
 * while nobody sleeps: no fence, no shared flag.
 *
 * The stages of a wait, each dearer than the one before and entered only when
 * that one was in vain:
 *
 *   1 look      read the true indices. Most waits end here.
 *   2 spin      up to SPIN ns, about what a sleep and wake-up would cost (rent
 *               or buy).  With more awake than processors, spinning steals the
 *               time of the very partner waited for: so yield at each round.
 *   3 doze      sleep, but ask only for a wake-up that is worth it (`enough`),
 *               and for no longer than DOZE ns, two wake-ups' worth.  No barrier: the clock mends the
 *               rare wake-up that is missed.
 *   4 sleep     ask for exactly what is needed, and sleep; after 100 dozes issue
 *               the heavy barrier, look again, sleep for ever.  Deadlocks are
 *               looked for from here.
 *
 * Nobody enters 3 or 4 while holding back what a partner needs: he first wakes
 * all who have what they need though not what they asked for.  A producer that
 * goes off into the kernel instead holds a consumer up for a doze at most.
 *
 * No wake-up is lost in stage 4.  Sleeper: wake_at = need (S2), heavy barrier,
 * read index (S3).  Waker: index = i (S1), light barrier, read wake_at (S4).
 * The heavy barrier puts a full one between S1 and S4 of every running thread,
 * so either S3 sees i or S4 sees need.  wake_at only grows when a waiter
 * leaves, never past the need of one who stays, and every publication at or
 * beyond it goes to the lock below; so the waiters who stay need no new
 * barrier.  With several slots two details matter, and the explorer in
 * testsuite/model found both: wake_at is set before anybody is let go (settle),
 * and S3 is under the lock (ready_under_lock).  It runs this code under all
 * schedules, and shows that each order is needed.
 *
 * Lingering is the same thought on the fast side: whoever has used up his bound
 * and finds just what he needs would be back, with two cache lines crossing,
 * for the very next element.  So he polls a little for `ask` more.  It adapts:
 * if the partner does not move, which is always so when the partner waits for
 * us, patience halves, and a cycle of single elements soon pays nothing.
 * Measured on two cores that share a cache: at burst 1, an ask of 16 KiB and
 * gaps of 64 pauses move twice as many elements as 4 KiB and gaps of 4.
 */
#include "runtime.h"

static const int64_t doze_to_sleep = 100; /* a sleep does without a barrier for so
                                             many dozes */
static const int64_t suspicion = 100000000; /* ns asleep before a cycle of waits
                                               is looked for, if others run */

/* ---- Ready? ------------------------------------------------------------ */

static bool
has (const struct erb_wait *w, erbium_index index)
{
  return erb_lowest (w->record, w->side) >= index
         || (w->side == ERB_WRITE && erb_end_of_stream (w->record) != ERBIUM_NEVER)
         || (w->side == ERB_READ && erbium_load_acquire (&w->view->grow_to) != 0);
}

bool
erb_ready (const struct erb_wait *w)
{
  return w->view ? has (w, w->need) : erb_process_ended (w->process, w->end_of);
}

/* ---- Lingering --------------------------------------------------------- */

enum
{
  MOST_PATIENCE = 256, /* polls */
  STILL = 16,          /* polls in a row that saw no progress: enough */
  FIRST_GAP = 8,       /* pauses before the first poll, doubled up to */
  LAST_GAP = 64,       /* this: each poll takes the partner's line from him */
  RETRY = 256          /* without patience, try again each so many times */
};

static bool
impatient (struct erb_view *v)
{
  if (v->patience > 0)
    return false;
  if (++v->skipped < RETRY)
    return true;
  v->skipped = 0;
  v->patience = 1;
  return false;
}

erbium_index
erb_linger (struct erb_view *v, enum erb_side side, erbium_index i, erbium_index lowest)
{
  int still = 0, gap = FIRST_GAP;
  if (lowest - i >= v->ask || impatient (v))
    return lowest;
  for (int n = 0; n < v->patience && still < STILL && lowest - i < v->ask; n++)
    {
      for (int k = 0; k < gap; k++)
        erb_os->pause ();
      gap = gap < LAST_GAP ? 2 * gap : gap;
      erbium_index now = erb_lowest (v->record, side);
      if (now == ERBIUM_NEVER) /* nobody is left to wait for */
        return now;
      still = now > lowest ? 0 : still + 1;
      lowest = now;
    }
  v->patience = lowest - i >= v->ask ? MOST_PATIENCE : v->patience / 2;
  return lowest;
}

/* ---- Spinning ---------------------------------------------------------- */

static bool
crowded (erbium_program *p)
{
  return erbium_load_relaxed (&p->awake) > p->processors;
}

/* Who is awake may still be in the kernel, or another program have the
 * processor: then a yield comes back at once, and is as good as a pause. */
static bool
spin (struct erb_wait *w, int64_t until)
{
  do
    {
      if (crowded (w->process->program))
        erb_os->yield ();
      for (int n = 0; n < ERB_POLLS; n++)
        {
          if (erb_ready (w))
            return true;
          erb_os->pause ();
        }
    }
  while (erb_os->now () < until);
  return false;
}

/* ---- The queue of sleepers of a record, under its lock ------------------ */

/* What each slot of the side is to wake for: the least that anybody who is
 * queued still lacks of it.  Once a producer has ended, nobody waits for more
 * than its last index: when the others get there, that is the end. */
static void
set_wake_at (erbium_record *r, enum erb_side side)
{
  erbium_index end = side == ERB_WRITE ? erb_smallest_end (r) : ERBIUM_NEVER;
  for (int n = 0; n < r->ids[side]; n++)
    {
      erbium_index at = ERBIUM_NEVER, now = erbium_load_relaxed (&r->slot[side][n].index);
      for (struct erb_wait *w = r->waits; w; w = w->next)
        {
          erbium_index want = w->enough < end ? w->enough : end;
          if (w->side == side && want > now && want < at)
            at = want;
        }
      erbium_store_relaxed (&r->slot[side][n].wake_at, at); /* S2 */
    }
}

static void
unlink_wait (struct erb_wait **list, struct erb_wait *w)
{
  while (*list != w)
    list = &(*list)->next;
  *list = w->next;
  w->queued = false;
}

/* Lets w's process go on.  w is on its stack: not to be touched after. */
static void
let_go (struct erb_wait **list, struct erb_wait *w)
{
  struct erb_process *p = w->process;
  unlink_wait (list, w);
  p->task->unpark (p);
}

/* Says what to wake for, then lets go who has it, in this order: a publication
 * that set_wake_at has not seen finds wake_at asking for it, and one that it has
 * seen, has sees too.  The other way round, one that comes between the two is
 * noticed by nobody. */
static void
settle (erbium_record *r, enum erb_side side, const struct erb_wait *but, bool all)
{
  for (bool again = true; again;)
    {
      again = false;
      set_wake_at (r, side);
      for (struct erb_wait *w = r->waits, *next; w; w = next)
        {
          next = w->next;
          if (w != but && w->side == side && has (w, all ? w->need : w->enough))
            {
              let_go (&r->waits, w);
              again = true;
            }
        }
    }
}

static void
enqueue (struct erb_wait *w)
{
  erb_os->lock (&w->record->lock);
  w->queued = true;
  w->next = w->record->waits;
  w->record->waits = w;
  settle (w->record, w->side, w, false);
  erb_os->unlock (&w->record->lock);
}

/* A waker was faster than our clock, and has left a token: take it. */
static void
take_late_token (struct erb_wait *w)
{
  w->process->task->park (w->process, 0);
}

/* Asks for a wake-up at need, no later.  False if one has come meanwhile. */
static bool
ask_for_need (struct erb_wait *w)
{
  erb_os->lock (&w->record->lock);
  bool queued = w->queued;
  w->enough = w->need;
  if (queued)
    settle (w->record, w->side, w, false);
  erb_os->unlock (&w->record->lock);
  if (!queued)
    take_late_token (w);
  return queued;
}

static void
dequeue (struct erb_wait *w)
{
  erb_os->lock (&w->record->lock);
  bool queued = w->queued;
  if (queued)
    {
      unlink_wait (&w->record->waits, w);
      settle (w->record, w->side, NULL, false);
    }
  erb_os->unlock (&w->record->lock);
  if (!queued)
    take_late_token (w);
}

void
erb_wake (erbium_record *r, enum erb_side side, bool all)
{
  erb_os->lock (&r->lock);
  settle (r, side, NULL, all);
  erb_os->unlock (&r->lock);
}

void
erbium_wake_far (erbium_view *hot)
{
  struct erb_view *v = (struct erb_view *) hot;
  erb_wake (v->record, v->side, false);
}

void
erb_wake_partners (struct erb_process *p)
{
  for (struct erb_view *v = p->views; v; v = v->next)
    if (v->slot && erbium_load_relaxed (&v->slot->wake_at) != ERBIUM_NEVER)
      erb_wake (v->record, v->side, true);
}

/* ---- Sleeping ---------------------------------------------------------- */

/* Returns true if a waker has taken w off the queue. */
static bool
park (const struct erb_wait *w, int64_t timeout)
{
  return w->process->task->park (w->process, timeout);
}

static void
fall_asleep (struct erb_wait *w)
{
  erbium_program *p = w->process->program;
  erb_os->lock (&p->lock);
  w->process->wait = w;
  erb_os->unlock (&p->lock);
  if (erbium_add (&p->awake, -1) == 0)
    erb_find_deadlock (w->process, false);
}

static void
wake_up (struct erb_wait *w)
{
  erbium_program *p = w->process->program;
  erbium_add (&p->awake, 1);
  erb_os->lock (&p->lock);
  w->process->wait = NULL;
  erb_os->unlock (&p->lock);
}

/* A nap asks for half a window: a switch costs as much as thousands of elements.
 * What a partner cannot give, because we hold too much ourselves or it is slow,
 * is not worth a doze each time: then less is asked for the next time. */
static void
learn (struct erb_view *v, bool woken, bool ready)
{
  erbium_index most = erbium_load_relaxed (&v->record->horizon[ERB_WRITE]);
  most = (most < v->room ? most : v->room) / 2;
  if (woken)
    v->nap_ask = 2 * v->nap_ask < most ? 2 * v->nap_ask : most;
  else if (ready && v->nap_ask > v->ask)
    v->nap_ask /= 2;
}

/* Stage 3.  True if woken. */
static bool
take_a_nap (struct erb_wait *w, int64_t limit)
{
  erbium_program *p = w->process->program;
  w->enough = p->set.doze && w->need < ERBIUM_NEVER - w->view->nap_ask
                ? w->need + w->view->nap_ask : w->need;
  enqueue (w);
  if (erb_ready (w) || !p->set.doze)
    return false;
  erbium_add (&p->awake, -1);
  int64_t doze = p->set.doze;
  bool woken = park (w, limit >= 0 && limit < doze ? limit : doze);
  erbium_add (&p->awake, 1);
  return woken;
}

/* The first part of stage 4, which does without the barrier: the clock mends the
 * wake-up that is missed, and in a network that flows few sleeps last longer.
 * With nobody awake there is nothing to flow.  True if woken. */
static bool
sleep_a_while (struct erb_wait *w)
{
  erbium_program *p = w->process->program;
  bool woken = erbium_add (&p->awake, -1) > 0 && park (w, doze_to_sleep * p->set.doze);
  erbium_add (&p->awake, 1);
  return woken;
}

/* S3 with several slots: a waker that looked before us has seen the index that
 * it published but perhaps not those that the barrier has shown us, and we not
 * its own.  Under the lock one of the two sees all. */
static bool
ready_under_lock (struct erb_wait *w)
{
  erb_os->lock (&w->record->lock);
  bool ready = erb_ready (w);
  erb_os->unlock (&w->record->lock);
  return ready;
}

/* Stage 4.  True if woken. */
static bool
sleep_until_woken (struct erb_wait *w)
{
  if (!ask_for_need (w)) /* S2 */
    return true;
  if (erb_ready (w))
    return false;
  if (sleep_a_while (w))
    return true;
  erb_os->heavy_barrier ();
  if (ready_under_lock (w)) /* S3 */
    return false;
  fall_asleep (w);
  bool woken = park (w, suspicion);
  if (!woken)
    {
      erb_find_deadlock (w->process, true);
      woken = park (w, -1);
    }
  wake_up (w);
  return woken;
}

static bool
sleep_in_stages (struct erb_wait *w, int64_t limit)
{
  erb_wake_partners (w->process);
  bool woken = take_a_nap (w, limit), ready = erb_ready (w);
  learn (w->view, woken, ready);
  if (!woken && limit < 0 && !ready)
    woken = sleep_until_woken (w);
  if (!woken)
    dequeue (w);
  return erb_ready (w);
}

/* A window that deadlock.c wants larger: the horizon grows, and the stall that
 * waits looks again. */
static void
take_growth (struct erb_view *v)
{
  erbium_index to = erbium_load_acquire (&v->grow_to);
  if (to > v->horizon)
    v->horizon = to;
  erbium_store_relaxed (&v->grow_to, 0);
}

bool
erb_wait (struct erb_wait *w, int64_t limit)
{
  int64_t start = erb_os->now (), spinning = w->process->program->set.spin;
  if (limit >= 0 && limit < spinning)
    spinning = limit;
  bool awake = spin (w, start + spinning);
  bool ready = awake || sleep_in_stages (w, limit);
  if (w->side == ERB_READ)
    take_growth (w->view);
  erb_count_wait (w->view, erb_os->now () - start, !awake);
  return ready;
}

/* ---- Joining ----------------------------------------------------------- */

void
erb_wake_joiners (erbium_program *p)
{
  for (struct erb_wait *w = p->joiners, *next; w; w = next)
    {
      next = w->next;
      if (erb_ready (w))
        let_go (&p->joiners, w);
    }
}

static void
join (erbium_process id, const char *where)
{
  struct erb_process *self = erb_self ();
  erbium_program *p = self->program;
  struct erb_wait w = { .process = self, .primitive = ERB_join, .end_of = id, .where = where };
  erb_wake_partners (self);
  erb_os->lock (&p->lock);
  bool ended = erb_ready (&w);
  if (!ended)
    {
      w.queued = true;
      w.next = p->joiners;
      p->joiners = &w;
    }
  erb_os->unlock (&p->lock);
  if (ended)
    return;
  fall_asleep (&w);
  if (!park (&w, suspicion))
    {
      erb_find_deadlock (self, true);
      park (&w, -1);
    }
  wake_up (&w);
}

void
erbium_process_join (erbium_process id, const char *where)
{
  struct erb_process *self = erb_self ();
  erb_os->lock (&self->program->lock);
  bool known = id >= 0 && id <= self->program->next_process;
  for (const struct erb_process *p = self->program->processes; p; p = p->next)
    known = known && (p->id != id || p->entry.start);
  erb_os->unlock (&self->program->lock);
  if (!known)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_join, where, "join what run has returned",
               "there is no process %lld", (long long) id);
  if (id == self->id)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_join, where, NULL, "a process cannot join itself");
  if (id != 0)
    join (id, where);
}

void
erbium_program_join (const char *where)
{
  join (0, where);
}
