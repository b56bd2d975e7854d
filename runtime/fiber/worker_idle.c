/* SPDX-License-Identifier: MIT */
/* worker_idle.c - what a worker does when no fiber is ready.
 *
 * The thread spins for as long as a sleep would cost, makes sure that no wake-up is missed, and
 * sleeps on a futex.  A worker that sleeps costs nothing.
 *
 *   sleeper: asleep = 1 (read-modify-write), read the inbox (seq_cst), sleep
 *   waker:   put in the inbox (read-modify-write), read asleep (seq_cst), wake (inbox.c)
 *
 * Either the sleeper finds the process or the waker finds the sleeper.
 *
 * Processors.  A thread is not bound to a processor, but makes sure when it wakes up that it does
 * not share one with another worker while a third is free.
 */
#include "fiber/worker.h"

/* ---- A processor of one's own -------------------------------------------- */

/* Returns whether one of the first `count' workers, other than w, is awake and has the processor,
 * as far as is known. */
static ERB_WAKES bool
has_another (const struct erb_worker *w, int count, int processor)
{
  for (int k = 0; k < count; k++)
    {
      const struct erb_worker *other = &w->program->worker[k];
      if (other != w && erbium_load_relaxed (&other->processor) == 1 + processor
          && !erbium_load_relaxed (&other->asleep))
        return true;
    }
  return false;
}

static bool
is_taken (const void *worker, int processor)
{
  const struct erb_worker *w = worker;
  return has_another (w, w->peers, processor);
}

static bool
has_places (const struct erb_worker *w)
{
  return w->peers <= w->program->processors && w->program->set.pin == ERB_PIN_NONE;
}

void
erb_worker_note_place (struct erb_worker *w)
{
  int32_t here = has_places (w) ? 1 + erb_processor_here () : 0;
  if (erbium_load_relaxed (&w->processor) != here)
    erbium_store_relaxed (&w->processor, here);
}

/* Moves the calling thread to a processor of its own.  The kernel likes to wake a thread where it
 * slept last, or beside its waker, and lets both have some milliseconds in turns before it looks
 * for a better place.  Of two, only the one with the higher number leaves: otherwise both would,
 * and meet again.  No thread is bound: the kernel may still move it. */
ERB_WAKES void
erb_worker_take_place (struct erb_worker *w)
{
  erb_worker_note_place (w);
  int here = erbium_load_relaxed (&w->processor) - 1;
  if (here < 0 || !has_another (w, w->number, here))
    return;
  here = erb_leave_processor (is_taken, w);
  if (here >= 0)
    erbium_store_relaxed (&w->processor, 1 + here);
}

/* ---- Nobody is ready ----------------------------------------------------- */

enum { STILL = 64 }; /* polls without progress: 1 to 3 us */

/* ns that a worker sleeps if another has processes that could not be had. */
static const int64_t search_again = 1000000;

static const int64_t longest_watch = 4000000; /* ns */
static const int64_t moment = 60000; /* ns; what a worker is woken for is seized sooner (steal.c) */

static bool
crowded (const erbium_program *p)
{
  return erbium_load_relaxed (&p->awake) > p->processors;
}

static bool
something_came (struct erb_worker *w)
{
  return erbium_load_relaxed (&w->inbox) != 0 || erbium_load_relaxed (&w->stop)
         || erb_worker_take (w)
         || (w->remote_wait && !w->remote_wait->confirmed && erb_remote_waits_poll (w, STILL));
}

/* Another worker has a process and does not run it.  Its thread may have been woken on the
 * processor of w, where it would have to wait for milliseconds. */
static void
let_run (struct erb_worker *w)
{
  erb_os->yield ();
  erb_worker_take_place (w);
}

/* A search where spinning does not pay is one look.  But a worker that has been woken may not run
 * for milliseconds, since another program computes on its processor: what it was woken for is taken
 * from it after a moment. */
static bool
look_around (struct erb_worker *w)
{
  int64_t until = w->clock + moment;
  erb_worker_watch (w);
  while (!something_came (w))
    {
      if (w->clock >= until || !erb_worker_wakes_up (w->watch.worker))
        return false;
      for (int n = 0; n < ERB_POLLS; n++)
        erb_os->pause ();
      w->clock = erb_os->now ();
      erb_worker_watch (w);
    }
  return true;
}

/* Spins for about as long as a sleep and a wake-up would take, and searches.  If a worker does not
 * switch then although processes wait behind the one that it runs, goes on until these can be
 * seized, or for longest_watch. */
static bool
spin (struct erb_worker *w)
{
  struct erb_spinning *spinning = &w->program->spinning;
  int64_t until = w->clock + w->program->set.spin;
  const struct erb_watch *watch = &w->watch;
  if (!erb_spinning_pays (spinning, w->clock))
    return look_around (w);
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
      int64_t before = w->clock;
      w->clock = erb_os->now ();
      if (watch->worker)
        erbium_add (&w->missed, w->clock - before); /* as the monitor does */
      if (erb_spinning_note (spinning, before, w->clock))
        break;
      if (erb_worker_watch (w))
        let_run (w);
    }
  while (w->clock < until
         || (watch->worker && watch->since < until && w->clock < watch->since + longest_watch));
  return something_came (w);
}

/* Whether w has, or is being given, a process to run. */
static bool
search (struct erb_worker *w)
{
  erb_worker_search (w);
  bool found = spin (w);
  erb_worker_stop_searching (w);
  return found || erb_worker_offer_elsewhere (w);
}

/* The worker is the last thread awake.  A fiber that is parked for a time need not wait for the
 * clock, since nothing can happen before. */
static void
nobody_is_awake (struct erb_worker *w)
{
  if (!erb_worker_expire_early (w))
    erb_event_asleep (w->program, NULL, false);
}

static bool
nothing_came (const struct erb_worker *w)
{
  return erbium_load_relaxed (&w->queued) == 0 && erbium_load_seq_cst (&w->inbox) == 0
         && !erbium_load_seq_cst (&w->stop) && !erb_worker_offer_elsewhere (w);
}

/* The last one to fall asleep looks for a deadlock, at all processes, so not while it has got
 * something to do.  Returns false if another thread serves w in the end. */
static bool
fall_asleep (struct erb_worker *w)
{
  erbium_program *p = w->program;
  bool serves = true;
  int64_t timeout = w->timed ? w->timed->deadline - w->clock : -1;
  if (erb_worker_work_elsewhere (w) && (!w->timed || timeout > search_again))
    timeout = search_again;
  erbium_add (&p->sleeping, 1);
  erbium_cas (&w->asleep, 0, 1);
  if (erbium_add (&p->awake, -1) == 0 && nothing_came (w))
    nobody_is_awake (w);
  if (nothing_came (w))
    {
      erb_worker_count (&w->sleeps, 1);
      serves = erb_os_thread_sleep (w, timeout < 0 && w->timed ? 0 : timeout);
    }
  erbium_add (&p->sleeping, -1);
  if (!serves)
    return false;
  if (erbium_cas (&w->asleep, 1, 0))
    erbium_add (&p->awake, 1);
  erb_worker_take_place (w);
  erb_monitor_wake (p);
  return true;
}

void
erb_worker_end_idle (struct erb_worker *w, int64_t now)
{
  int64_t since = erbium_load_relaxed (&w->idle_since);
  if (since == 0)
    return;
  erbium_store_relaxed (&w->idle_since, 0);
  erb_worker_count (&w->idle, now - since);
}

ERB_WAKES bool
erb_worker_idle (struct erb_worker *w)
{
  erb_worker_read_clock (w);
  erbium_store_relaxed (&w->idle_since, w->clock);
  if (erbium_load_relaxed (&w->queued) == 0 && !search (w)
      && !(w->remote_wait && !w->remote_wait->confirmed && erb_remote_waits_confirm (w))
      && !fall_asleep (w))
    return false; /* erb_os_thread_replace has ended it */
  if (erbium_load_relaxed (&w->queued) > 0 || erbium_load_relaxed (&w->inbox) != 0)
    erb_worker_pass_search_on (w);
  erb_worker_read_clock (w);
  erb_worker_end_idle (w, w->clock);
  return true;
}
