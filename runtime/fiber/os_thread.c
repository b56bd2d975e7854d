/* SPDX-License-Identifier: MIT */
/* os_thread.c - threads that serve workers, and how one loses its worker to another.
 *
 * A process that blocks in the kernel, or computes for long, holds up the thread that it runs on,
 * and all other fibers of that worker with it.  So the worker gets another thread, and the process
 * keeps the one that it has until it next waits, joins, ends, or enters or leaves erbium_blocking.
 * There it goes back to its worker, as a process that has been made ready, and the thread becomes a
 * spare one.
 *
 * Detection.  The process itself says so (erbium_blocking), or the monitor sees that a worker has
 * not switched for a while though others wait for it.
 *
 * Replacement.  What is a worker's alone is touched by its thread between erb_worker_enter and
 * erb_worker_exit (or the next switch) and nowhere else:
 *
 *   thread:  inside = 1, light barrier, read revoked
 *   monitor: revoked = 1, heavy barrier, read inside
 *
 * So if the monitor finds it outside, the thread will find itself revoked before it touches
 * anything.  If the monitor finds it inside, it withdraws, unless the thread has seen it already
 * and has agreed (revoked = 2).
 */
#define _GNU_SOURCE
#include "fiber/worker.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

struct erb_worker *
erb_worker_here (void)
{
  struct erb_os_thread *s = erb_os_thread_here ();
  return s && !erbium_load_acquire (&s->local.revoked) ? s->worker : NULL;
}

/* ---- Entering -------------------------------------------------------------- */

static ERB_WAKES bool
try_to_enter (struct erb_os_thread *s)
{
  erbium_store_relaxed (&s->local.inside, 1);
  erbium_light_barrier ();
  int32_t revoked = erbium_load_acquire (&s->local.revoked);
  if (!revoked)
    return true;
  bool agreed = revoked == 2 || (revoked == 1 && erbium_cas (&s->local.revoked, 1, 2));
  erbium_store_release (&s->local.inside, 0); /* erb_os_thread_replace */
  if (agreed)
    return false;
  erb_os->lock (&s->program->lock); /* whoever holds s still has it */
  erb_os->unlock (&s->program->lock);
  return try_to_enter (s);
}

ERB_WAKES bool
erb_os_thread_enter (void)
{
  return try_to_enter (erb_os_thread_here ());
}

ERB_WAKES struct erb_worker *
erb_worker_enter (struct erb_process *p)
{
  struct erb_os_thread *s = erb_os_thread_here ();
  while (!try_to_enter (s))
    {
      s->back = p;
      erb_process_set_self (NULL);
      erb_fiber_switch (p->fiber, &s->scheduler); /* serve */
      erb_worker_arrive ();
      s = erb_os_thread_here ();
    }
  return s->worker;
}

void
erb_worker_exit (void)
{
  erbium_store_release (&erb_os_thread_here ()->local.inside, 0); /* erb_os_thread_replace */
}

/* ---- Sleeping --------------------------------------------------------------- */

/* Returns whether the caller is at the queues of its worker again; if not, another thread is. */
static bool
return_to_worker (struct erb_os_thread *s)
{
  for (;;)
    {
      erbium_store_relaxed (&s->local.inside, 1);
      erbium_light_barrier ();
      if (!erbium_load_acquire (&s->local.revoked)) /* erb_os_thread_let_go */
        return true;
      erbium_store_release (&s->local.inside, 0); /* erb_os_thread_replace */
      erb_os->lock (&s->program->lock); /* whoever holds s still has it */
      bool lost = erb_worker_thread (s->worker) != s;
      erb_os->unlock (&s->program->lock);
      if (lost)
        return false;
    }
}

/* Meanwhile the thread is not at the queues of w, so others can take what it is woken for if it
 * does not run soon. */
ERB_WAKES bool
erb_os_thread_sleep (struct erb_worker *w, int64_t timeout)
{
  struct erb_os_thread *s = erb_worker_thread (w);
  erbium_store_release (&s->local.inside, 0); /* erb_os_thread_hold */
  erb_os->sleep (&w->asleep, 1, timeout);
  return return_to_worker (s);
}

/* ---- Serving --------------------------------------------------------------- */

/* Serves the worker of s until the worker belongs to another thread, or is told to stop. */
static void
serve (struct erb_os_thread *s)
{
  struct erb_worker *w = s->worker;
  bool serves = try_to_enter (s); /* not if it was too slow to begin */
  if (serves)
    erb_worker_take_place (w);
  while (serves && !erbium_load_acquire (&w->stop))
    {
      struct erb_fiber *to = erb_worker_next (w);
      if (to == &s->scheduler)
        {
          serves = erb_worker_idle (w);
          continue;
        }
      erb_fiber_switch (&s->scheduler, to);
      erb_worker_arrive ();
      serves = try_to_enter (s);
    }
  struct erb_process *back = s->back;
  s->back = NULL;
  if (!back)
    return;
  erb_os->lock (&s->program->lock); /* after the thread that left it behind */
  erbium_store_release (&back->detached, 0); /* erb_worker_of */
  erb_os->unlock (&s->program->lock);
  erb_worker_send (w, back, ERB_BACK);
}

/* Returns whether the worker is still the caller's.  A thread may have tried to give it away, and
 * found no other thread for it.  Called under the program's lock. */
static bool
serves_on (struct erb_os_thread *s)
{
  bool serves = erb_worker_thread (s->worker) == s;
  if (serves)
    erbium_store_relaxed (&s->local.revoked, 0);
  return serves;
}

/* Waits for a worker to serve; returns false if the program ends. */
static bool
wait_as_spare (struct erb_os_thread *s)
{
  erbium_program *p = s->program;
  erb_os->lock (&p->lock);
  bool over = p->os_threads_over, on = !over && serves_on (s);
  if (!over && !on)
    {
      erbium_store_relaxed (&s->called, 0);
      s->spare_next = p->spare_os_threads;
      p->spare_os_threads = s;
    }
  erb_os->unlock (&p->lock);
  if (on)
    return true;
  if (erbium_add (&p->awake, -1) == 0)
    erb_event_asleep (p, NULL, false);
  if (over)
    return false;
  while (!erbium_load_acquire (&s->called)) /* take_spare, erb_os_threads_go */
    erb_os->sleep (&s->called, 0, -1);
  return erbium_load_acquire (&s->called) == 1;
}

static void *
os_thread_main (void *argument)
{
  struct erb_os_thread *s = argument;
  erb_local_set_thread (&s->local);
  pthread_getcpuclockid (pthread_self (), &s->clock);
  /* erb_os_thread_sleeps, erb_os_thread_time */
  erbium_store_release (&s->tid, syscall (SYS_gettid));
  void *stack = erb_signal_stack ();
  erb_fiber_of_thread (&s->scheduler);
  do
    {
      const erbium_program *p = s->program;
      erb_kernel_name_thread ("erbium/%d", s->worker->number);
      if (p->set.pin != ERB_PIN_NONE)
        erb_pin_self ((enum erb_pin) p->set.pin, s->worker->number);
      serve (s);
    }
  while (wait_as_spare (s));
  erb_signal_stack_free (stack);
  return NULL;
}

/* ---- A thread for a worker ------------------------------------------------- */

static int
new_thread (struct erb_worker *w)
{
  erbium_program *p = w->program;
  struct erb_os_thread *s = w->unstarted ? w->unstarted : calloc (1, sizeof *s);
  if (!s)
    return ENOMEM;
  w->unstarted = s;
  s->program = p;
  s->worker = w;
  s->local.local = &w->local;
  erbium_store_release (&w->thread, (int64_t) (intptr_t) s); /* check_worker, monitor.c */
  int error = pthread_create (&s->thread, NULL, os_thread_main, s);
  if (error)
    return error; /* the monitor may have read w->thread */
  w->unstarted = NULL;
  s->next = p->os_threads;
  p->os_threads = s;
  return 0;
}

/* Gives w to the spare thread s.  The thread reads the fields after it has read `called', which is
 * therefore stored last, with release. */
static void
take_spare (struct erb_os_thread *s, struct erb_worker *w)
{
  w->program->spare_os_threads = s->spare_next;
  s->worker = w;
  s->local.local = &w->local;
  erbium_store_relaxed (&s->local.revoked, 0);
  erbium_store_release (&w->thread, (int64_t) (intptr_t) s); /* check_worker, monitor.c */
  erbium_store_release (&s->called, 1); /* wait_as_spare */
  erb_os->wake (&s->called);
}

int
erb_os_thread_take (struct erb_worker *w)
{
  erbium_program *p = w->program;
  int64_t before = erbium_load_relaxed (&w->thread);
  int error = 0;
  erbium_add (&p->awake, 1);
  if (p->spare_os_threads)
    take_spare (p->spare_os_threads, w);
  else
    error = new_thread (w);
  if (error)
    {
      erbium_add (&p->awake, -1);
      erbium_store_relaxed (&w->thread, before);
    }
  return error;
}

/* ---- Losing it ------------------------------------------------------------- */

/* Gives w to another thread. p, the process that runs on w or NULL, counts as elsewhere until it
 * comes back: the other fibers of w must not rely on p standing still, or on seeing its stores,
 * while they run.  Returns 0, or an error number. */
static int
leave_behind (struct erb_worker *w, struct erb_process *p)
{
  if (p)
    erbium_store_relaxed (&p->detached, 1);
  w->running = NULL;
  int error = erb_os_thread_take (w);
  if (!error)
    return 0;
  w->running = p;
  if (p)
    erbium_store_release (&p->detached, 0); /* erb_worker_of */
  return error;
}

/* If there is no other thread, everything stays as it is.  So it does if the worker sleeps: its
 * thread is outside, but clears `asleep' itself when the time is over.  If the present thread has
 * already agreed to lose the worker, it is about to become a spare thread, and finds there that it
 * serves on (wait_as_spare). */
bool
erb_os_thread_replace (struct erb_worker *w)
{
  erbium_program *p = w->program;
  erb_os->lock (&p->lock);
  struct erb_os_thread *s = erb_worker_thread (w);
  erbium_store_relaxed (&s->local.revoked, 1);
  erb_os->heavy_barrier ();
  bool outside = !erbium_load_acquire (&s->local.inside) && !erbium_load_acquire (&w->asleep);
  bool taken = outside || !erbium_cas (&s->local.revoked, 1, 0);
  if (taken)
    erb_worker_end_idle (w, erb_os->now ());
  if (taken && leave_behind (w, w->running) != 0)
    {
      taken = false;
      erbium_cas (&s->local.revoked, 1, 0);
    }
  erb_os->unlock (&p->lock);
  return taken;
}

/* Another worker takes processes from this one in the meantime (steal.c).  The thread waits for the
 * lock if it comes back before that is over. */
ERB_WAKES bool
erb_os_thread_hold (struct erb_worker *w)
{
  erb_os->lock (&w->program->lock);
  struct erb_os_thread *s = erb_worker_thread (w);
  if (s && erbium_cas (&s->local.revoked, 0, 3))
    {
      erb_os->heavy_barrier ();
      if (!erbium_load_acquire (&s->local.inside))
        return true;
      erbium_store_release (&s->local.revoked, 0); /* try_to_enter */
    }
  erb_os->unlock (&w->program->lock);
  return false;
}

void
erb_os_thread_let_go (struct erb_worker *w)
{
  erbium_store_release (&erb_worker_thread (w)->local.revoked, 0); /* erb_local_enter */
  erb_os->unlock (&w->program->lock);
}

/* Returns whether the thread is blocked in the kernel, as far as can be told. */
bool
erb_os_thread_sleeps (const struct erb_os_thread *s)
{
  char name[64], line[128];
  snprintf (name, sizeof name, "/proc/self/task/%d/stat", (int) erbium_load_acquire (&s->tid));
  int fd = open (name, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  ssize_t n = read (fd, line, sizeof line - 1);
  close (fd);
  line[n > 0 ? n : 0] = 0;
  const char *state = strrchr (line, ')'); /* the end of the name */
  return state && (state[2] == 'S' || state[2] == 'D');
}

/* Returns the processor time of s in ns.  A worker gets s before the thread runs, and
 * pthread_create may not have stored yet which thread that is. */
int64_t
erb_os_thread_time (const struct erb_os_thread *s)
{
  struct timespec t = { 0, 0 };
  if (erbium_load_acquire (&s->tid))
    clock_gettime (s->clock, &t);
  return t.tv_sec * INT64_C (1000000000) + t.tv_nsec;
}

void
erbium_blocking_begin (void)
{
  struct erb_process *p = erb_forked () ? NULL : erb_self ();
  if (p)
    erb_start_pending (p->program);
  if (!p || !p->task->shares_threads || erb_fiber_keeps_thread (p))
    return;
  erb_worker_enter (p);
  erb_os_thread_leave_worker (p);
}

void
erb_os_thread_leave_worker (struct erb_process *p)
{
  struct erb_os_thread *s = erb_os_thread_here ();
  erb_os->lock (&p->program->lock);
  int error = leave_behind (s->worker, p);
  if (!error)
    erbium_store_relaxed (&s->local.revoked, 2); /* only the caller reads it without the lock */
  erbium_store_relaxed (&s->local.inside, 0); /* others read it under the lock */
  erb_os->unlock (&p->program->lock);
  if (error)
    erb_fault (ERBIUM_EXIT_RESOURCE, ERB_NO_PRIMITIVE, p->last_where,
               "raise the limit on threads (ulimit -u)",
               "cannot start a thread for those that wait behind process '%s', which %s: %s",
               p->name, p->task->shares_threads ? "blocks" : "keeps its own", strerror (error));
}

void
erbium_blocking_end (void)
{
  struct erb_process *p = erb_forked () ? NULL : erb_self ();
  if (!p || !p->task->shares_threads || erb_fiber_keeps_thread (p))
    return;
  erb_worker_enter (p);
  erb_worker_exit ();
}

/* ---- The end --------------------------------------------------------------- */

void
erb_os_threads_go (erbium_program *p)
{
  struct erb_os_thread *s;
  p->os_threads_over = true;
  while ((s = p->spare_os_threads))
    {
      p->spare_os_threads = s->spare_next;
      erbium_store_release (&s->called, 2); /* wait_as_spare */
      erb_os->wake (&s->called);
    }
}

void
erb_os_threads_join (erbium_program *p)
{
  struct erb_os_thread *s;
  while ((s = p->os_threads))
    {
      p->os_threads = s->next;
      pthread_join (s->thread, NULL);
      free (s);
    }
}
