/* SPDX-License-Identifier: MIT */
/* fiber_model.c - processes as fibers, many on few kernel threads.
 *
 * A process has a stack of its own and runs on the thread of its worker (worker.c) until it waits.
 * Switching to the next one costs some nanoseconds, and a process costs a page or two of memory.
 */
#include "fiber/fiber_model.h"
#include "fiber/worker.h"

static const int64_t usual_turn = 20000; /* ns that a process runs before it waits, about */

static void
fiber_main (void *process)
{
  erb_worker_arrive ();
  erb_process_body (process); /* its end calls leave */
}

static struct erb_worker *
first_place (const struct erb_process *p)
{
  const erbium_program *program = p->program;
  const struct erb_process *parent = erb_self_if_any ();
  if (program->set.place == ERB_PLACE_SPREAD)
    return &program->worker[p->id % program->workers];
  return parent && parent->task->shares_threads ? erb_worker_home (parent) : &program->worker[0];
}

static int
fiber_start (struct erb_process *p)
{
  erbium_program *program = p->program;
  int error = erb_workers_serve (program) ? 0 : erb_workers_start (program);
  if (error)
    return error;
  p->fiber = malloc (sizeof *p->fiber);
  if (!p->fiber)
    return ENOMEM;
  error = erb_fiber_new (p->fiber, (size_t) program->set.stack, fiber_main, p);
  if (error)
    return error;
  p->stack_end = erb_fiber_stack_end (p->fiber);
  erbium_store_release (&p->worker, (int64_t) (intptr_t) first_place (p)); /* erb_worker_home */
  p->parked = true;
  if (!erb_worker_begin (p))
    erb_worker_ready (p); /* woken, since nobody else will wake it */
  erb_worker_finish_unpark (p);
  return 0;
}

static void
before_wait (struct erb_process *p)
{
  erb_fiber_keeps_thread (p);
}

static int64_t
fiber_turn (erbium_program *program)
{
  erb_os->lock (&program->lock);
  int64_t processes = program->alive;
  erb_os->unlock (&program->lock);
  return processes * usual_turn;
}

erbium_program *
erb_fiber_program_here (void)
{
  const struct erb_os_thread *thread = erb_os_thread_here ();
  return thread ? thread->program : NULL;
}

const struct erb_task_model erb_task_fiber = {
  .name = "fiber", .prose = "processes share a few kernel threads, one for each processor",
  .shares_threads = true,
  .hint = "raise the limit on memory (ulimit -v), or set ERBIUM_STACK to less",
  .start = fiber_start, .before_wait = before_wait, .wait = erb_fiber_wait,
  .sleep = erb_fiber_sleep,
  .unpark = erb_worker_ready, .finish_unpark = erb_worker_finish_unpark,
  .take_unpark = erb_worker_take_late, .may_poll = erb_fiber_may_poll,
  .take_turns = erb_worker_take_turns, .is_turn_of = erb_fiber_is_turn_of,
  .turn = fiber_turn, .leave = erb_worker_leave,
  .hold = erb_workers_hold, .go_on = erb_workers_go_on,
};
