/* SPDX-License-Identifier: MIT */
/* workers.c - the workers of a program: what one does when nobody is ready, their
 * beginning and end, and how all are held still.
 *
 * Nobody is ready.  The thread spins for as long as a sleep would cost, makes sure
 * that no wake-up is missed, and sleeps on a futex.  A worker that sleeps costs
 * nothing.
 *
 *   who sleeps: asleep = 1 (read-modify-write), look in the inbox, sleep
 *   who wakes:  put in the inbox (read-modify-write), look at asleep, wake (ready.c)
 *
 * Either the one finds the process or the other the sleeper.
 *
 * Processors.  A thread is not bound to one, but makes sure when it wakes up that it does
 * not share one with another worker while a third is free.
 *
 * Holding.  deadlock.c reads what parked processes wait for, and while it does
 * none may be let on: worker.c has the other half.
 */
#include "worker.h"

/* ---- A processor of one's own -------------------------------------------- */

/* By another worker that is awake, as far as is known. */
static bool
is_taken (const void *worker, int processor)
{
  const struct erb_worker *w = worker;
  for (int k = 0; k < w->peers; k++)
    {
      const struct erb_worker *other = &w->program->worker[k];
      if (other != w && erbium_load_relaxed (&other->processor) == 1 + processor
          && !erbium_load_relaxed (&other->asleep))
        return true;
    }
  return false;
}

/* The kernel likes to wake a thread where it slept last, or beside its waker, and lets
 * both have some milliseconds in turns before it looks for a better place.  Nobody is
 * bound: it may still move us. */
void
erb_worker_take_place (struct erb_worker *w)
{
  const erbium_program *p = w->program;
  int here = erb_processor_here ();
  if (here < 0 || w->peers > p->processors || p->set.pin != ERB_PIN_NONE)
    return;
  erbium_store_relaxed (&w->processor, 1 + here);
  if (!is_taken (w, here))
    return;
  here = erb_leave_processor (is_taken, w);
  if (here >= 0)
    erbium_store_relaxed (&w->processor, 1 + here);
}

/* ---- Nobody is ready ----------------------------------------------------- */

enum { STILL = 64 }; /* polls without progress: 1 to 3 us */

static bool
crowded (const erbium_program *p)
{
  return erbium_load_relaxed (&p->awake) > p->processors;
}

static bool
something_came (struct erb_worker *w)
{
  return erbium_load_relaxed (&w->inbox) != 0 || erbium_load_relaxed (&w->stop)
         || (w->crossing && !w->crossing->confirmed && erb_crossing_poll (w, STILL));
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
    erb_worker_expire (w, INT64_MAX);
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
  if (erbium_load_relaxed (&w->queued) == 0 && erbium_load_acquire (&w->inbox) == 0
      && !erbium_load_acquire (&w->stop))
    {
      erb_worker_count (&w->sleeps, 1);
      erb_os->sleep (&w->asleep, 1, timeout < 0 && w->timed ? 0 : timeout);
    }
  erbium_store_relaxed (&w->asleep, 0);
  erb_worker_take_place (w);
  erbium_add (&p->awake, 1);
  erb_keeper_wake (p);
}

void
erb_worker_idle (struct erb_worker *w)
{
  erb_worker_look_at_clock (w);
  int64_t since = w->clock;
  erbium_store_relaxed (&w->idle_since, since);
  if (erbium_load_relaxed (&w->queued) == 0 && !spin (w)
      && !(w->crossing && !w->crossing->confirmed && erb_crossing_confirm (w)))
    sleep (w);
  erb_worker_look_at_clock (w);
  erbium_store_relaxed (&w->idle_since, 0);
  erb_worker_count (&w->idle, w->clock - since);
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
      w[started].peers = n;
      w[started].clock = erb_os->now ();
      error = erb_seat_take (&w[started]);
    }
  p->workers = started; /* fewer than asked for will do */
  return started > 0 ? erb_keeper_start (p) : error;
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
      erb_worker_wake (&p->worker[k]);
    }
  erb_seats_go (p);
  erb_keeper_go (p);
}

/* What a bias names is about to go. */
static void
end_biases (erbium_record *r)
{
  for (; r; r = r->next)
    erbium_store_relaxed (&r->bias, 0);
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
  end_biases (p->records);
  end_biases (p->gone);
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
  erbium_store_release (&p->held, 0); /* let_on, worker.c */
}
