/* SPDX-License-Identifier: MIT */
/* model_lookup.c - finds a task model by its name, and asks all models of a program for something.
 * The table of the models is in life/models_and_observers.c. */
#include "task/process.h"
#include "window/window.h"

const struct erb_task_model *
erb_task_named (const char *name)
{
  for (const struct erb_task_model *const *at = erb_task_models; *at; at++)
    if (strcmp ((*at)->name, name) == 0)
      return *at;
  return NULL;
}

const struct erb_task_model *
erb_task_of_wait (struct erb_process *p)
{
  if (p->task->before_wait)
    p->task->before_wait (p);
  return p->task;
}

void
erb_tasks_hold (erbium_program *program)
{
  for (const struct erb_task_model *const *at = erb_task_models; *at; at++)
    if ((*at)->hold)
      (*at)->hold (program);
}

void
erb_tasks_go_on (erbium_program *program)
{
  for (const struct erb_task_model *const *at = erb_task_models; *at; at++)
    if ((*at)->go_on)
      (*at)->go_on (program);
}

bool
erb_program_set_up (erbium_program *p)
{
  bool apart = p->set.task->apart;
  p->spinning.processors = apart ? 0 : p->processors;
  if (apart && !(p->heap = erb_heap_of_spaces ()))
    return false;
  if (!(p->arena = erb_arena_new (p->heap)))
    return false;
  erb_program_lock_init (p, &p->lock);
  return !p->set.task->begin || p->set.task->begin (p);
}

bool
erb_program_move_apart (erbium_program *p)
{
  struct erb_arena *arena = p->arena;
  struct erb_process *only = p->processes;
  const char *why = p->next_record ? "a record of the program has been made"
                    : only->next || only != erb_self_if_any ()
                      ? "another thread has entered the program" : NULL;
  if (!why && (!erb_program_set_up (p) || !erb_process_to_heap (only)))
    why = "there is no memory for it";
  if (!why)
    erb_arena_free (arena);
  else
    fprintf (stderr, "erbium: error: erbium_set: TASK cannot become space: %s; set it before, or "
             "ERBIUM_TASK in the environment\n", why);
  return !why;
}
