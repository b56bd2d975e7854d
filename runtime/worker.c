/* SPDX-License-Identifier: MIT */
/* worker.c - threads that run fibers: who is next, and what a thread does when
 * nobody is.
 *
 * A process that is a fiber belongs to one worker, and only that worker's thread
 * lets it on or stops it.  So a worker's rows of those that are ready need no
 * atomics: whoever makes a process of another worker ready puts it in that
 * worker's inbox, and wakes the worker if it sleeps.
 *
 * Who is next.  A consumer that a commit has made ready goes first, and the latest
 * first of all: what it waits for is in the cache.  A producer that a release has
 * made ready goes last.  So in a chain one burst runs down all stages before the
 * next is begun, and of a network no more is in the cache than one burst of
 * each of two records.  Two that make each other ready without end would keep
 * all others out; so after LONG_STREAK of them the rest has its turn.
 *
 * The switch.  The fiber that stops switches to the next one itself.  The
 * scheduler, on the thread's own stack, runs only when nobody is ready: it
 * spins for as long as a sleep would cost, makes sure that no wake-up is missed,
 * and sleeps on a futex.  A worker that sleeps costs nothing.
 *
 *   who sleeps: asleep = 1 (read-modify-write), look in the inbox, sleep
 *   who wakes:  put in the inbox (read-modify-write), look at asleep, wake
 *
 * Either the one finds the process or the other the sleeper.
 *
 * Holding.  deadlock.c reads what parked processes wait for, and while it does
 * none may be let on.  It stores held, issues the heavy barrier, and looks at
 * resuming of each worker; a worker stores resuming, then looks at held
 * (light barrier).  So nobody passes unseen, and a switch pays two plain stores.
 */
#include "worker.h"

enum
{
  LONG_STREAK = 1024,
  TICK = 64, /* switches between two looks at the clock */
  TURN = 8   /* bursts that a process may have in a row while others are ready */
};

/* No crossing wait is left to the clock for longer. */
static const int64_t confirm_after = 1000000; /* ns */

/* ---- Who am I? --------------------------------------------------------- */

struct erb_worker *
erb_worker_of (const struct erb_process *p)
{
  return (struct erb_worker *) (intptr_t) erbium_load_acquire (&p->worker);
}

static struct erb_seat *
seat_of (const struct erb_worker *w)
{
  return (struct erb_seat *) (intptr_t) erbium_load_relaxed (&w->seat);
}

static void
count (erbium_atomic *n, int64_t by)
{
  erbium_store_relaxed (n, erbium_load_relaxed (n) + by); /* one writer */
}

/* ---- Rows -------------------------------------------------------------- */

static void
put_first (struct erb_row *row, struct erb_process *p)
{
  p->row_next = row->first;
  row->first = p;
  if (!row->last)
    row->last = p;
}

static void
put_last (struct erb_row *row, struct erb_process *p)
{
  p->row_next = NULL;
  if (row->last)
    row->last->row_next = p;
  else
    row->first = p;
  row->last = p;
}

static struct erb_process *
take_first (struct erb_row *row)
{
  struct erb_process *p = row->first;
  if (p && !(row->first = p->row_next))
    row->last = NULL;
  return p;
}

/* ---- Parked for a time --------------------------------------------------- */

static void
time_add (struct erb_worker *w, struct erb_process *p, int64_t timeout)
{
  struct erb_process *after = w->timed_last;
  p->deadline = w->clock + timeout;
  while (after && after->deadline > p->deadline)
    after = after->timed_previous;
  p->timed_previous = after;
  p->timed_next = after ? after->timed_next : w->timed;
  *(after ? &after->timed_next : &w->timed) = p;
  *(p->timed_next ? &p->timed_next->timed_previous : &w->timed_last) = p;
}

static void
time_remove (struct erb_worker *w, struct erb_process *p)
{
  *(p->timed_previous ? &p->timed_previous->timed_next : &w->timed) = p->timed_next;
  *(p->timed_next ? &p->timed_next->timed_previous : &w->timed_last) = p->timed_previous;
  p->deadline = 0;
}

/* ---- Ready ------------------------------------------------------------- */

static void
make_ready (struct erb_worker *w, struct erb_process *p, bool woken)
{
  if (!p->parked)
    {
      p->late = true;
      return;
    }
  p->parked = false;
  p->woken = woken;
  if (p->deadline)
    time_remove (w, p);
  if (p->crossing)
    erb_crossing_remove (w, p->crossing);
  count (&w->queued, 1);
  if (p->eager)
    put_first (&w->fresh, p);
  else
    put_last (&w->ready, p);
}

void
erb_worker_look_again (struct erb_worker *w, struct erb_process *p)
{
  make_ready (w, p, false);
}

static void
wake_worker (struct erb_worker *w)
{
  if (erbium_load_acquire (&w->asleep) && erbium_cas (&w->asleep, 1, 0))
    erb_os->wake (&w->asleep);
}

/* The processes stand in the inbox in the order of their arrival, latest first:
 * release; acquired in open_inbox. */
static void
put_in_inbox (struct erb_worker *w, struct erb_process *p)
{
  int64_t first;
  do
    {
      first = erbium_load_relaxed (&w->inbox);
      p->inbox_next = (struct erb_process *) (intptr_t) first;
    }
  while (!erbium_cas (&w->inbox, first, (int64_t) (intptr_t) p));
  wake_worker (w);
}

void
erb_worker_ready (struct erb_process *p)
{
  struct erb_worker *w = erb_worker_of (p);
  struct erb_seat *s = erb_seat_here ();
  if (s && s->worker == w)
    {
      int32_t before = erbium_load_relaxed (&s->inside);
      erbium_store_relaxed (&s->inside, 1);
      erbium_light_barrier ();
      bool serves = !erbium_load_acquire (&s->revoked);
      if (serves)
        make_ready (w, p, true);
      erbium_store_release (&s->inside, before); /* erb_seat_replace */
      if (serves)
        return;
    }
  put_in_inbox (w, p);
}

static void
open_inbox (struct erb_worker *w)
{
  int64_t first;
  do
    first = erbium_load_relaxed (&w->inbox);
  while (first && !erbium_cas (&w->inbox, first, 0));
  struct erb_process *p = (struct erb_process *) (intptr_t) first, *in_order = NULL, *next;
  for (; p; p = next)
    {
      next = p->inbox_next;
      p->inbox_next = in_order;
      in_order = p;
    }
  for (p = in_order; p; p = next)
    {
      next = p->inbox_next;
      count (&w->arrived, 1);
      make_ready (w, p, true);
    }
}

/* ---- Who is next? -------------------------------------------------------- */

static void
expire (struct erb_worker *w, int64_t now)
{
  while (w->timed && w->timed->deadline <= now)
    make_ready (w, w->timed, false);
}

static void
tick (struct erb_worker *w)
{
  w->to_tick = TICK;
  w->clock = erb_os->now ();
  expire (w, w->clock);
  if (!w->crossing || w->crossing->confirmed)
    return;
  bool confirm = w->clock - w->confirmed >= confirm_after;
  if (confirm)
    w->confirmed = w->clock;
  erb_crossing_poll (w, confirm);
}

/* Those who were ready before the last fresh one have their turn. */
static void
end_streak (struct erb_worker *w)
{
  struct erb_process *p;
  w->streak = 0;
  while ((p = take_first (&w->fresh)))
    put_last (&w->ready, p);
}

static struct erb_process *
next_ready (struct erb_worker *w)
{
  if (--w->to_tick <= 0)
    tick (w);
  if (erbium_load_relaxed (&w->inbox) != 0)
    open_inbox (w);
  if (w->fresh.first && ++w->streak > LONG_STREAK)
    end_streak (w);
  struct erb_process *p = take_first (&w->fresh);
  if (!p)
    {
      w->streak = 0;
      p = take_first (&w->ready);
    }
  if (p)
    count (&w->queued, -1);
  return p;
}

bool
erb_worker_busy (void)
{
  const struct erb_worker *w = erb_worker_here ();
  return w && (erbium_load_relaxed (&w->queued) > 0 || erbium_load_relaxed (&w->inbox) != 0);
}

/* ---- Switching --------------------------------------------------------- */

/* p is the next to run. */
static void
let_on (struct erb_worker *w, struct erb_process *p)
{
  for (;;)
    {
      erbium_store_relaxed (&w->resuming, 1);
      erbium_light_barrier ();
      if (!erbium_load_acquire (&w->program->held))
        break;
      erbium_store_release (&w->resuming, 0);
      erb_os->lock (&w->program->lock); /* the holder has it */
      erb_os->unlock (&w->program->lock);
    }
  erbium_store_relaxed (&p->wait, 0);
  erbium_store_release (&w->resuming, 0); /* erb_workers_hold */
  count (&w->switches, 1);
  w->running = p;
  erb_process_set_self (p);
}

/* The one that has run until now has run for so long. */
static void
note_time (struct erb_worker *w)
{
  int64_t now = erb_os->now ();
  if (w->running && w->since)
    count (&w->running->ran, now - w->since);
  w->since = now;
}

/* Where p is to move to, or NULL.  For tests processes may wander: on at every third
 * time that they are ready. */
static struct erb_worker *
where_to (const struct erb_worker *w, const struct erb_process *p)
{
  const erbium_program *program = w->program;
  if (program->set.place == ERB_PLACE_WANDER && program->workers > 1 && (p->parks + p->wandered) % 3 == 2)
    return &program->worker[(w->number + 1) % program->workers];
  return (struct erb_worker *) (intptr_t) erbium_load_acquire (&p->move_to); /* move */
}

/* Puts p in the inbox of the worker that it is to move to.  Not while we are on its
 * stack; and not where a waker could still be on his way to this one: p was then
 * made ready by somebody else. */
static bool
move_away (struct erb_worker *w, struct erb_process *p)
{
  struct erb_worker *to = where_to (w, p);
  if (!to || p == w->running || (to != w && !p->woken))
    return false;
  erbium_store_relaxed (&p->move_to, 0);
  if (to == w)
    return false;
  p->wandered++;
  count (&w->moved, 1);
  p->parked = true;
  erbium_store_release (&p->worker, (int64_t) (intptr_t) to); /* erb_worker_of */
  put_in_inbox (to, p);
  return true;
}

struct erb_fiber *
erb_worker_next (struct erb_worker *w)
{
  if (erbium_load_relaxed (&w->program->measuring))
    note_time (w);
  else
    w->since = 0;
  struct erb_process *p = next_ready (w);
  while (p && move_away (w, p))
    p = next_ready (w);
  if (p)
    {
      let_on (w, p);
      return p->fiber;
    }
  w->running = NULL;
  erb_process_set_self (NULL);
  return &seat_of (w)->scheduler;
}

/* Found late, where a stack has no guard (fiber_stack.h). */
ERB_NORETURN static void
overran (const struct erb_process *p)
{
  erb_fault (ERBIUM_EXIT_RESOURCE, p->last, p->last_where,
             "give processes more with ERBIUM_STACK",
             "process '%s' has written beyond its stack", p->name);
}

/* On the stack of who has been switched to. */
void
erb_worker_arrive (void)
{
  struct erb_seat *s = erb_seat_here ();
  struct erb_process *left = s->left, *stopped = s->stopped;
  s->stopped = NULL;
  if (stopped && erb_fiber_overran (stopped->fiber))
    overran (stopped);
  if (left)
    {
      s->left = NULL;
      erb_fiber_free (left->fiber);
      free (left->fiber);
      erb_process_left (left);
    }
  erbium_store_release (&s->inside, 0); /* erb_seat_replace */
}

static void
switch_away (struct erb_worker *w, struct erb_process *p)
{
  struct erb_fiber *to = erb_worker_next (w);
  if (to != p->fiber)
    {
      seat_of (w)->stopped = p;
      erb_fiber_switch (p->fiber, to);
    }
  erb_worker_arrive ();
}

static bool
take_late (struct erb_worker *w, struct erb_process *p)
{
  if (!p->late && erbium_load_relaxed (&w->inbox) != 0)
    open_inbox (w);
  bool late = p->late;
  p->late = false;
  return late;
}

void
erb_worker_take_late (struct erb_process *p)
{
  take_late (erb_worker_enter (p), p);
  erb_worker_exit ();
}

bool
erb_worker_park (struct erb_worker *w, struct erb_process *p, struct erb_wait *wait,
                 int64_t timeout)
{
  if (take_late (w, p))
    {
      if (p->crossing)
        erb_crossing_remove (w, p->crossing);
      erb_worker_exit ();
      return true;
    }
  p->parked = true;
  p->parks++;
  p->turns = 0;
  if (timeout > 0)
    time_add (w, p, timeout);
  else
    erbium_store_release (&p->wait, (int64_t) (intptr_t) wait); /* erb_process_waits_on */
  switch_away (w, p);
  return p->woken;
}

void
erb_worker_take_turns (struct erb_process *p)
{
  if (++p->turns < TURN || !erb_worker_busy ())
    return;
  struct erb_worker *w = erb_worker_enter (p);
  p->turns = 0;
  p->woken = true; /* nobody is about to wake it */
  count (&w->queued, 1);
  put_last (&w->ready, p);
  switch_away (w, p);
}

/* p has left the program, so there is nobody to come back. */
void
erb_worker_leave (struct erb_process *p)
{
  struct erb_seat *s = erb_seat_here ();
  erbium_store_relaxed (&s->inside, 1);
  erbium_light_barrier ();
  struct erb_fiber *to = &s->scheduler;
  if (!erbium_load_acquire (&s->revoked))
    to = erb_worker_next (s->worker);
  s->left = p;
  erb_fiber_leave (p->fiber, to);
}

/* ---- Nobody is ready ----------------------------------------------------- */

static bool
crowded (const erbium_program *p)
{
  return erbium_load_relaxed (&p->awake) > p->processors;
}

static bool
something_came (struct erb_worker *w)
{
  return erbium_load_relaxed (&w->inbox) != 0 || erbium_load_relaxed (&w->stop)
         || (w->crossing && !w->crossing->confirmed && erb_crossing_poll (w, false));
}

/* For about as long as a sleep and a wake-up would take. */
static bool
spin (struct erb_worker *w)
{
  int64_t until = w->clock + w->program->set.spin;
  do
    {
      if (crowded (w->program))
        erb_os->yield ();
      for (int n = 0; n < ERB_POLLS; n++)
        {
          if (something_came (w))
            return true;
          erb_os->pause ();
        }
      w->clock = erb_os->now ();
    }
  while (w->clock < until);
  return false;
}

/* The last one awake.  What is parked for a time need not wait for the clock,
 * since nothing can happen before. */
static void
nobody_is_awake (struct erb_worker *w)
{
  if (w->timed)
    expire (w, INT64_MAX);
  else
    erb_find_deadlock (w->program, NULL, false);
}

static void
sleep (struct erb_worker *w)
{
  erbium_program *p = w->program;
  int64_t timeout = w->timed ? w->timed->deadline - w->clock : -1;
  erbium_cas (&w->asleep, 0, 1);
  if (erbium_add (&p->awake, -1) == 0)
    nobody_is_awake (w);
  if (!w->fresh.first && !w->ready.first && erbium_load_acquire (&w->inbox) == 0
      && !erbium_load_acquire (&w->stop))
    {
      count (&w->sleeps, 1);
      erb_os->sleep (&w->asleep, 1, timeout < 0 && w->timed ? 0 : timeout);
    }
  erbium_store_relaxed (&w->asleep, 0);
  erbium_add (&p->awake, 1);
  erb_keeper_wake (p);
}

void
erb_worker_idle (struct erb_worker *w)
{
  int64_t since = w->clock = erb_os->now ();
  expire (w, w->clock);
  if (!w->ready.first && !w->fresh.first && !spin (w)
      && !(w->crossing && !w->crossing->confirmed && erb_crossing_poll (w, true)))
    sleep (w);
  w->clock = erb_os->now ();
  w->to_tick = TICK;
  expire (w, w->clock);
  count (&w->idle, w->clock - since);
}

/* ---- All of them ------------------------------------------------------- */

/* All that a worker finds is there before its thread is. */
static int
start (erbium_program *p, int n)
{
  size_t bytes = (size_t) n * sizeof (struct erb_worker);
  struct erb_worker *w = aligned_alloc (ERBIUM_LINE, bytes);
  int error = w && erb_keeper_new (p) ? 0 : ENOMEM, started = 0;
  if (error)
    {
      free (w);
      return error;
    }
  memset (w, 0, bytes);
  p->worker = w;
  for (; !error && started < n; started += !error)
    {
      w[started].program = p;
      w[started].number = started;
      w[started].clock = erb_os->now ();
      error = erb_seat_take (&w[started]);
    }
  p->workers = started; /* fewer than asked for will do */
  if (started > 0)
    erb_keeper_start (p);
  return started > 0 ? 0 : error;
}

int
erb_workers_start (erbium_program *p)
{
  erb_os->lock (&p->lock);
  int error = p->workers > 0 ? 0
              : start (p, p->set.workers > 0 ? (int) p->set.workers : p->processors);
  erb_os->unlock (&p->lock);
  return error;
}

void
erb_workers_go (erbium_program *p)
{
  for (int k = 0; k < p->workers; k++)
    {
      erbium_store_release (&p->worker[k].stop, 1); /* serve, seat.c */
      wake_worker (&p->worker[k]);
    }
  erb_seats_go (p);
  erb_keeper_go (p);
}

void
erb_workers_stop (erbium_program *p)
{
  erb_os->lock (&p->lock);
  erb_workers_go (p);
  erb_os->unlock (&p->lock);
  erb_keeper_join (p);
  erb_seats_join (p);
  erb_keeper_free (p);
  for (int k = 0; k < p->workers; k++)
    erb_loan_end (&p->worker[k]);
  free (p->worker);
  p->worker = NULL;
  p->workers = 0;
}

/* ---- Holding ----------------------------------------------------------- */

/* Under the program's lock. */
void
erb_workers_hold (erbium_program *p)
{
  if (!p->workers)
    return;
  erbium_store_relaxed (&p->held, 1);
  erb_os->heavy_barrier ();
  for (int k = 0; k < p->workers; k++)
    while (erbium_load_acquire (&p->worker[k].resuming))
      erb_os->pause ();
}

void
erb_workers_go_on (erbium_program *p)
{
  erbium_store_release (&p->held, 0); /* let_on */
}
