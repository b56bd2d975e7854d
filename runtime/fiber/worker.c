/* SPDX-License-Identifier: MIT */
/* worker.c - how a thread goes from one fiber to the next.
 *
 * The fiber that stops switches to the next one (run_queue.c) itself.  The scheduler, on the
 * thread's own stack, runs when no fiber is ready (worker_idle.c), and when the thread has lost its
 * worker (os_thread.c).
 *
 * A switch must not escape a thread that reads what parked processes wait for: a worker stores
 * resuming, then reads held (light barrier); that thread stores held, issues the heavy barrier, and
 * reads resuming (erb_workers_hold). So no switch passes unseen, and a switch costs two plain
 * stores.
 */
#include "fiber/worker.h"

enum
{
  TURN = 8,  /* bursts that a process may have in a row while others wait */
  PACE = 64  /* bursts in a row until it is found out whether they come at the pace of the caches */
};

struct erb_worker *
erb_worker_home (const struct erb_process *p)
{
  return (struct erb_worker *) (intptr_t) erbium_load_acquire (&p->worker);
}

ERB_WAKES struct erb_worker *
erb_worker_of (const struct erb_process *p)
{
  return erbium_load_acquire (&p->detached) ? NULL : erb_worker_home (p);
}

/* ---- To the next one ---------------------------------------------------- */

/* Makes p the next to run. */
static void
let_on (struct erb_worker *w, struct erb_process *p)
{
  for (;;)
    {
      erbium_store_relaxed (&w->resuming, 1);
      erbium_light_barrier ();
      if (!erbium_load_acquire (&w->program->held))
        break;
      erbium_store_release (&w->resuming, 0); /* erb_workers_hold */
      erb_os->lock (&w->program->lock); /* the holder has it */
      erb_os->unlock (&w->program->lock);
    }
  erbium_store_relaxed (&p->wait, 0);
  erbium_store_release (&w->resuming, 0); /* erb_workers_hold */
  erb_worker_count (&w->switches, 1);
  w->running = p;
  erb_process_set_self (p);
  erb_event_fiber_runs (w->program, w->number, p);
}

/* Moves p to the next worker, for tests in which processes wander: every third time that they are
 * ready. */
static bool
wanders (struct erb_worker *w, struct erb_process *p)
{
  const erbium_program *program = w->program;
  if (!erb_worker_wanders (w) || program->workers < 2
      || (p->parks + p->wandered) % 3 != 2 || p == w->running || !p->woken)
    return false;
  p->wandered++;
  erb_worker_move (w, p, &program->worker[(w->number + 1) % program->workers]);
  return true;
}

ERB_WAKES struct erb_fiber *
erb_worker_next (struct erb_worker *w)
{
  struct erb_process *p = erb_worker_next_ready (w);
  while (p && wanders (w, p))
    p = erb_worker_next_ready (w);
  if (p)
    {
      let_on (w, p);
      return p->fiber;
    }
  w->running = NULL;
  erb_process_set_self (NULL);
  erb_event_fiber_runs (w->program, w->number, NULL);
  return &erb_worker_thread (w)->scheduler;
}

/* Reports an overflow that was found late, where a stack has no guard (fiber_stack.h). */
ERB_NORETURN static void
overran (const struct erb_process *p)
{
  erb_fault (ERBIUM_EXIT_RESOURCE, p->last, p->last_where,
             "give processes more with ERBIUM_STACK",
             "process '%s' has written beyond its stack", p->name);
}

/* Runs on the stack of the fiber that has been switched to. */
ERB_WAKES void
erb_worker_arrive (void)
{
  struct erb_os_thread *s = erb_os_thread_here ();
  struct erb_process *left = s->left, *stopped = s->stopped;
  s->stopped = NULL;
  if (stopped && erb_fiber_overran (stopped->fiber))
    overran (stopped);
  if (stopped && stopped->goes_to)
    {
      struct erb_worker *to = stopped->goes_to;
      stopped->goes_to = NULL;
      erb_worker_move (s->worker, stopped, to);
    }
  if (!erbium_load_acquire (&s->local.revoked)) /* erb_os_thread_let_go */
    erb_worker_share (s->worker);
  if (left)
    {
      s->left = NULL;
      erb_fiber_free (left->fiber);
      free (left->fiber);
      erb_process_recycle (left);
    }
  erbium_store_release (&s->local.inside, 0); /* erb_os_thread_replace */
}

static ERB_WAKES void
switch_away (struct erb_worker *w, struct erb_process *p)
{
  struct erb_fiber *to = erb_worker_next (w);
  if (to != p->fiber)
    {
      erb_worker_thread (w)->stopped = p;
      erb_fiber_switch (p->fiber, to);
    }
  erb_worker_arrive ();
}

static bool
take_late (struct erb_worker *w, struct erb_process *p)
{
  if (!p->late && erbium_load_relaxed (&w->inbox) != 0)
    erb_worker_open_inbox (w);
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

static void
count_down (erbium_atomic32 *n)
{
  int32_t left = erbium_load_relaxed (n);
  if (left > 0)
    erbium_store_relaxed (n, left - 1);
}

ERB_WAKES bool
erb_worker_park (struct erb_worker *w, struct erb_process *p, struct erb_wait *wait,
                 int64_t timeout)
{
  if (take_late (w, p))
    {
      if (p->remote_wait)
        erb_remote_wait_remove (w, p->remote_wait);
      erb_worker_exit ();
      return true;
    }
  p->parked = true;
  p->parks++;
  p->turns = 0;
  count_down (&p->stays);
  if (timeout > 0)
    erb_worker_add_timed (w, p, timeout);
  if (wait)
    erbium_store_release (&p->wait, (int64_t) (intptr_t) wait); /* erb_process_waits_on */
  switch_away (w, p);
  return p->woken;
}

void
erb_worker_go_to (struct erb_worker *w, struct erb_process *p, struct erb_worker *to)
{
  p->turns = 0;
  p->woken = true; /* no thread is about to wake it */
  p->goes_to = to;
  switch_away (w, p);
}

ERB_WAKES void
erb_worker_take_turns (struct erb_process *p)
{
  bool stops = ++p->turns >= TURN && erb_worker_wanted ();
  if ((!stops && p->turns % PACE != 0) || erb_fiber_needs_thread (p))
    return;
  struct erb_worker *w = erb_worker_enter (p);
  struct erb_worker *to = p->turns % PACE == 0 ? erb_worker_drawn_to (p) : NULL;
  if (!to && !stops)
    {
      erb_worker_exit ();
      return;
    }
  if (!to)
    erb_worker_put_back (w, p);
  erb_worker_go_to (w, p, to);
}

/* p has left the program, so it does not come back. */
void
erb_worker_leave (struct erb_process *p)
{
  struct erb_os_thread *s = erb_os_thread_here ();
  erbium_store_relaxed (&s->local.inside, 1);
  erbium_light_barrier ();
  struct erb_fiber *to = &s->scheduler;
  if (!erbium_load_acquire (&s->local.revoked))
    to = erb_worker_next (s->worker);
  s->left = p;
  erb_fiber_leave (p->fiber, to);
}
