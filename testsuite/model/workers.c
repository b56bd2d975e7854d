/* SPDX-License-Identifier: MIT */
/* workers.c - workers under the explored runtime: task n is the thread of worker n.
 *
 * The library makes the workers, and the threads that it asks for are noted.  A task that runs
 * processes switches stacks as the library does (instead/fiber/fiber_jump.h): its own stack is that
 * of a process, and its second stack is that of the thread. */
#include "libc.h"
#include "workers.h"
#include "fiber/fiber_model.h"
#include "fiber/move_cost.h"

enum { THREADS = 8 };

/* Nothing takes time here, so nothing is measured. */
struct erb_probe *
erb_probe_new (void)
{
  return NULL;
}

void
erb_probe_write (const struct erb_worker *w)
{
  (void) w;
}

void
erb_probe_read (const struct erb_worker *w, int64_t now)
{
  (void) w;
  (void) now;
}

/* A pace needs time, too.  The moves of a trial are those of a process that follows its partner
 * (erb_worker_go_to); with real time, ERBIUM_PLACE=wander makes them at every opportunity. */
struct erb_worker *
erb_worker_compares (struct erb_worker *w, struct erb_process *p, bool remote)
{
  (void) w;
  (void) p;
  (void) remote;
  return NULL;
}

void
erb_worker_welcomes (struct erb_worker *w, struct erb_process *p)
{
  (void) w;
  (void) p;
}

static struct { void *(*start) (void *); void *argument; } started[THREADS];
static int n_started;
static struct erb_fiber fibers[MODEL_TASKS];
static struct erb_fiber_thread fiber_threads[MODEL_TASKS];
static int errors[MODEL_TASKS];

int
model_pthread_create (void *(*start) (void *), void *argument)
{
  if (n_started == THREADS)
    model_fail ("limit", "too many threads", "pthread_create");
  started[n_started].start = start;
  started[n_started++].argument = argument;
  return 0;
}

struct erb_os_thread *
model_last_thread (void)
{
  return started[n_started - 1].argument;
}

void
model_workers (erbium_program *program, int n, int place)
{
  n_started = 0;
  memset (fibers, 0, sizeof fibers);
  memset (fiber_threads, 0, sizeof fiber_threads);
  program->set.workers = n;
  program->set.place = place;
  program->processors = 0; /* no thread looks for one of its own */
  if (erb_workers_start (program) != 0)
    model_fail ("set-up", "no workers", "erb_workers_start");
  model_counters (&program->sleeping, sizeof program->sleeping);
  for (int k = 0; k < n; k++)
    {
      struct erb_os_thread *s = started[k].argument;
      model_worker_thread (k, &s->local);
      model_name (&program->worker[k].asleep, "asleep");
      model_name (&program->worker[k].inbox, "inbox");
      model_name (&s->local.inside, "inside");
      model_name (&s->local.revoked, "revoked");
    }
}

void
model_lives_on (struct erb_process *p, struct erb_worker *w)
{
  p->task = &erb_task_fiber;
  p->fiber = &fibers[w->number];
  erbium_store_relaxed (&p->worker, (int64_t) (intptr_t) w);
  erb_worker_put_back (w, p);
}

static void
run_thread (void)
{
  int n = model_self ();
  started[n].start (started[n].argument);
  model_fail ("set-up", "the thread of a worker ends", "model_begin_fiber");
}

void
model_begin_fiber (void)
{
  model_jump (&fibers[model_self ()].context, model_second_stack (run_thread));
  erb_worker_arrive ();
}

/* ---- Instead of fiber.c -------------------------------------------------------------- */

void
erb_fiber_of_thread (struct erb_fiber *f)
{
  int n = model_self ();
  fiber_threads[n] = (struct erb_fiber_thread) { .running = f, .error = &errors[n] };
  *f = (struct erb_fiber) { .thread = &fiber_threads[n] };
}

int
erb_fiber_new (struct erb_fiber *f, size_t stack, void (*body) (void *argument), void *argument)
{
  (void) f, (void) stack, (void) body, (void) argument;
  return ENOMEM;
}

void
erb_fiber_free (struct erb_fiber *f)
{
  (void) f;
}

void
erb_fiber_leave (struct erb_fiber *from, struct erb_fiber *to)
{
  (void) from, (void) to;
  abort ();
}

void *
erb_fiber_stack_end (const struct erb_fiber *f)
{
  return f->stack_low;
}

bool
erb_fiber_written_below (const struct erb_fiber *f)
{
  (void) f;
  return false;
}
