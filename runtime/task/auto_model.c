/* SPDX-License-Identifier: MIT */
/* auto_model.c - kernel threads as long as each process can have a processor, then fibers.
 *
 * If there are no more processes than processors, they stream fastest as threads, and may block in
 * the kernel as they like.  If there are more, fibers are faster by far.  So the number of
 * processes has to be known before the first one begins.  Processes that are run wait until there
 * are more of them than processors, until a process waits for them or for anything else, or for a
 * tenth of a millisecond, whichever comes first; then the model is chosen for all.  Once a process
 * is run for which no processor is left, it and all that are run later become fibers, for good.  So
 * do those of a program that has run many processes, four for each processor: most have ended by
 * then, so they are short, and a thread takes longer to start than they take to run.
 *
 * Processes that have not begun count as awake, so that a wait for them is not taken for a
 * deadlock.
 */
#include "task/task.h"

static const int64_t patience = 100000; /* ns */

enum { MANY = 4 }; /* processes in all, main included, for each processor */

/* Under the program's lock. */
static const struct erb_task_model *
that_suits (const erbium_program *program)
{
  bool fit = program->alive <= program->processors
             && program->next_process <= (int64_t) MANY * program->processors;
  return fit ? &erb_task_thread : erb_task_named ("fiber");
}

const struct erb_task_model *
erb_program_model (const erbium_program *program)
{
  const struct erb_task_model *chosen
    = (const struct erb_task_model *) (intptr_t) erbium_load_acquire (&program->model);
  return chosen ? chosen : program->set.task;
}

/* Starts p with a model. p may be gone when this returns. */
static int
start_as (struct erb_process *p, const struct erb_task_model *model)
{
  erbium_program *program = p->program;
  erb_os->lock (&program->lock);
  p->task = model;
  erb_os->unlock (&program->lock);
  int error = model->start (p);
  if (!error && model->shares_threads && erbium_add (&program->awake, -1) == 0)
    erb_event_asleep (program, NULL, false);
  return error;
}

/* Takes all processes that wait to be started, in the order in which they were run. */
static struct erb_process *
take_all (erbium_program *program, const struct erb_task_model **model)
{
  erb_os->lock (&program->lock);
  struct erb_process *first = program->pending;
  program->pending = NULL;
  program->pending_end = &program->pending;
  erbium_store_relaxed (&program->any_pending, 0);
  if (first && !erbium_load_relaxed (&program->model))
    {
      const struct erb_task_model *chosen = that_suits (program);
      erbium_store_release (&program->model, (int64_t) (intptr_t) chosen); /* erb_program_model */
    }
  *model = erb_program_model (program);
  erb_os->unlock (&program->lock);
  return first;
}

void
erb_start_pending (erbium_program *program)
{
  const struct erb_task_model *model;
  if (!erbium_load_relaxed (&program->any_pending))
    return;
  struct erb_process *p = take_all (program, &model), *next;
  for (; p; p = next)
    {
      next = p->pending_next;
      int error = start_as (p, model);
      if (error)
        erb_cannot_start (p, error);
    }
}

/* Starts processes on behalf of one that has run them and then computes. */
static void *
start_later (void *argument)
{
  erbium_program *program = argument;
  erb_kernel_name_thread ("erbium/starter");
  void (*wake) (erbium_atomic32 *) = erb_os->wake; /* after the join erb_os may be another table */
  erb_os->sleep (&program->starter_stop, 0, patience);
  erb_start_pending (program);
  erbium_store_release (&program->starter_done, 1); /* erb_starter_join */
  wake (&program->starter_done); /* only a place to wake: the program may be gone */
  return NULL;
}

static bool
run_starter (erbium_program *program)
{
  pthread_t starter;
  bool runs = pthread_create (&starter, NULL, start_later, program) == 0;
  if (runs)
    pthread_detach (starter);
  return runs;
}

void
erb_starter_join (erbium_program *program)
{
  if (!program->has_starter)
    return;
  erbium_store_release (&program->starter_stop, 1); /* its value alone counts; the starter sleeps on
                                                     * it */
  erb_os->wake (&program->starter_stop);
  while (!erbium_load_acquire (&program->starter_done))
    erb_os->sleep (&program->starter_done, 0, -1);
}

/* Puts off the start of p if no model has been chosen yet, and returns whether it has done so;
 * erb_start_pending then starts p.  Otherwise sets *model to the model that p gets. */
static bool
put_off (struct erb_process *p, const struct erb_task_model **model)
{
  erbium_program *program = p->program;
  erb_os->lock (&program->lock);
  bool chosen = erbium_load_relaxed (&program->model) != 0;
  if (!chosen)
    {
      p->pending_next = NULL;
      *program->pending_end = p;
      program->pending_end = &p->pending_next;
      erbium_store_relaxed (&program->any_pending, 1);
    }
  else
    {
      *model = erb_program_model (program);
      if (!(*model)->shares_threads)
        *model = that_suits (program);
      if ((*model)->shares_threads)
        erbium_store_release (&program->model, (int64_t) (intptr_t) *model); /* erb_program_model */
    }
  bool enough = program->alive > program->processors;
  if (!chosen && !enough && !program->has_starter)
    program->has_starter = run_starter (program);
  bool alone = !program->has_starter;
  erb_os->unlock (&program->lock);
  if (!chosen && (enough || alone))
    erb_start_pending (program);
  return !chosen;
}

static int
auto_start (struct erb_process *p)
{
  const struct erb_task_model *model = NULL;
  return put_off (p, &model) ? 0 : start_as (p, model);
}

/* No process has this model once it runs. */
const struct erb_task_model erb_task_auto = {
  .name = "auto",
  .prose = "kernel threads as long as each process can have a processor, then fibers",
  .start = auto_start,
  .hint = "raise the limits on threads (ulimit -u) and memory (ulimit -v)",
};
