/* SPDX-License-Identifier: MIT */
/* process.c - a process of any task model: its descriptor, its start, its end.
 *
 * A process owns its views, waits on its token, and ends once.  The table of task models says how
 * it is started, stopped and resumed; everything else is common to all models, and is in this file.
 */
#include "task/process.h"

/* ---- Descriptors -------------------------------------------------------- */

/* Returns a process descriptor in heap, with the place where others see its wait if it needs
 * one. */
struct erb_process *
erb_process_memory (struct erb_heap *heap)
{
  struct erb_process *p = erb_memory (heap, sizeof *p);
  if (!p)
    return NULL;
  p->heap = heap;
  p->shared_wait = heap ? erb_memory (heap, sizeof *p->shared_wait) : NULL;
  return heap && !p->shared_wait ? NULL : p;
}

/* Returns a descriptor that has been used before, or NULL.  Others may still read its first
 * members, which are atomic. */
static struct erb_process *
used_process (erbium_program *program)
{
  erb_os->lock (&program->lock);
  struct erb_process *p = program->spare_processes;
  if (p)
    program->spare_processes = p->next;
  erb_os->unlock (&program->lock);
  if (p)
    {
      memset (&p->id, 0, sizeof *p - offsetof (struct erb_process, id));
      erbium_store_relaxed (&p->worker, 0);
      erbium_store_relaxed (&p->detached, 0);
      erbium_store_relaxed (&p->in_low_priority, 0);
      erbium_store_relaxed (&p->processor, 0);
    }
  return p;
}

struct erb_process *
erb_process_new (erbium_program *program, const char *name, const char *where)
{
  struct erb_process *p = used_process (program);
  if (!p)
    p = erb_process_memory (program->heap);
  if (!p || !(p->name = erb_memory_text (program->heap, name)))
    erb_fault (ERBIUM_EXIT_RESOURCE, ERB_run, where, NULL, "no memory for process '%s'", name);
  p->program = program;
  p->where = where;
  p->task = program->set.task;
  erb_event_process_made (p);
  return p;
}

void
erb_process_link (struct erb_process *p)
{
  erbium_program *program = p->program;
  erbium_process number;
  bool numbered = erb_ask_process_number (p, &number);
  erb_os->lock (&program->lock);
  p->id = numbered ? number : ++program->next_process;
  if (p->id > program->next_process)
    program->next_process = p->id;
  p->next = program->processes;
  if (p->next)
    p->next->previous = p;
  program->processes = p;
  program->alive += p->entry.start != NULL;
  program->ran = program->ran || p->entry.start;
  if (!p->task->shares_threads)
    erbium_add (&program->awake, 1);
  erb_os->unlock (&program->lock);
}

ERB_WAKES struct erb_wait *
erb_process_waits_on (const struct erb_process *p)
{
  return (struct erb_wait *) (intptr_t) erbium_load_acquire (&p->wait);
}

/* A handle holds the number of the program, since processes are numbered in each program. */
erbium_process
erb_handle_of (const struct erb_process *p)
{
  return p->program->id << ERB_NUMBER_BITS | p->id;
}

static void
free_arguments (struct erb_process *p)
{
  if (p->arguments != p->few_arguments)
    erb_memory_free (p->heap, p->arguments);
  p->arguments = NULL;
}

void
erb_process_free (struct erb_process *p)
{
  erb_memory_free (p->heap, p->name);
  free_arguments (p);
  erb_memory_free (p->heap, p->shared_wait);
  erb_memory_free (p->heap, p);
}

/* Keeps the descriptor of p for another process, under the program's lock.  It stays with the
 * program, since another process may have found it in a slot and be reading it
 * (fiber/fiber_wait.c). */
static void
use_again (struct erb_process *p)
{
  erb_memory_free (p->heap, p->name);
  free_arguments (p);
  p->name = NULL;
  p->next = p->program->spare_processes;
  p->program->spare_processes = p;
}

void
erb_process_recycle (struct erb_process *p)
{
  erbium_program *program = p->program;
  if (p->kept)
    return;
  erb_os->lock (&program->lock);
  use_again (p);
  erb_os->unlock (&program->lock);
}

void
erb_process_free_ended (erbium_program *program)
{
  struct erb_process *p;
  while ((p = program->ended))
    {
      program->ended = p->next;
      erb_process_free (p);
    }
  while ((p = program->spare_processes))
    {
      program->spare_processes = p->next;
      erb_process_free (p);
    }
}

/* ---- Start ------------------------------------------------------------- */

/* Returns memory for arguments of any type of that size.  The alignment of a type is a power of two
 * that divides its size, so the largest such power is enough. */
static void *
memory_for_arguments (struct erb_process *p, size_t size)
{
  size_t align = size & -size;
  if (size <= sizeof p->few_arguments && align <= ERBIUM_LINE)
    return p->few_arguments;
  return p->heap || align <= ERBIUM_LINE ? erb_memory (p->heap, size) : aligned_alloc (align, size);
}

static void
copy_arguments (struct erb_process *p, const struct erbium_entry *entry, const void *arguments)
{
  p->entry = *entry;
  p->arguments = memory_for_arguments (p, entry->size);
  if (!p->arguments)
    erb_fault (ERBIUM_EXIT_RESOURCE, ERB_run, p->where, NULL,
               "no memory for the arguments of process '%s'", p->name);
  if (entry->size > 0) /* arguments may be NULL */
    memcpy (p->arguments, arguments, entry->size);
}

/* The function of a process that runs elsewhere: never called. */
static void
no_start (void *arguments)
{
  (void) arguments;
}

static const char *
how_to_start (const struct erb_task_model *task, int error)
{
  if (error == EMFILE || error == ENFILE)
    return "raise the limit on open files (ulimit -n), or have fewer processes at a time";
  return error == EAGAIN && task->shares_threads ? "raise the limit on threads (ulimit -u)"
                                                 : task->hint;
}

void
erb_cannot_start (const struct erb_process *p, int error)
{
  erb_fault (ERBIUM_EXIT_RESOURCE, ERB_run, p->where, how_to_start (p->task, error),
             "process '%s' cannot be started beside %d others: %s", p->name,
             p->program->alive - 1, strerror (error));
}

/* Refuses a process of a sealed program that would be a thread or a fiber.  Threads see in the same
 * memory how far others have come, and fibers run on threads too. */
static void
expect_spaces_if_sealed (const erbium_program *program, const char *name, const char *where)
{
  if (erb_sealed && !program->set.task->apart)
    erb_fault (ERBIUM_EXIT_SETTING, ERB_run, where,
               "set ERBIUM_TASK=space, so that each process is a space, or do not set ERBIUM_SEAL",
               "process '%s' would need a thread (ERBIUM_TASK=%s), but a sealed program "
               "(ERBIUM_SEAL=1) has no threads",
               name, program->set.task->name);
}

erbium_process
erbium_run (const struct erbium_entry *entry, const void *arguments, const char *where)
{
  struct erb_process *parent = erb_self (), *p;
  erbium_program *program = parent->program;
  erb_not_while_faulting (ERB_run, where, "run a process");
  expect_spaces_if_sealed (program, entry->name, where);
  p = erb_process_new (program, entry->name, where);
  copy_arguments (p, entry, arguments);
  erb_process_link (p);
  erbium_process handle = erb_handle_of (p);
  erb_event_process_runs (parent, p);
  int error = p->task->start (p);
  if (error)
    erb_cannot_start (p, error);
  return handle;
}

/* A stand-in has no thread, so it does not count as awake. */
struct erb_process *
erb_process_stand_in (erbium_program *program, const struct erb_task_model *model,
                      const char *name, const char *where)
{
  struct erb_process *p = erb_process_new (program, name, where);
  p->entry.start = no_start;
  p->task = model;
  erb_process_link (p);
  return p;
}

/* The plugin calls this with the parts of an entry. */
erbium_process
erbium_start (const char *name, void (*start) (void *arguments), size_t size,
                      const void *arguments, const char *where)
{
  const struct erbium_entry entry = { name, start, size };
  return erbium_run (&entry, arguments, where);
}

void
erbium_name_process (const char *name)
{
  struct erb_process *p = erb_self ();
  if (!name)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_NO_PRIMITIVE, NULL, "pass a string",
               "erbium_name_process: the name is NULL");
  char *copy = erb_memory_text (p->heap, name);
  erb_os->lock (&p->program->lock);
  if (copy)
    {
      erb_memory_free (p->heap, p->name);
      p->name = copy;
    }
  erb_os->unlock (&p->program->lock);
  erb_event_process_named (p);
  if (p->entry.start && !p->task->shares_threads)
    erb_kernel_name_thread ("%s", name);
}

/* ---- End --------------------------------------------------------------- */

static void
leave_program (struct erb_process *p)
{
  erbium_program *program = p->program;
  erbium_process id = p->id;
  erb_os->lock (&program->lock);
  *(p->previous ? &p->previous->next : &program->processes) = p->next;
  if (p->next)
    p->next->previous = p->previous;
  program->alive -= p->entry.start != NULL;
  bool was_last_awake = !p->task->shares_threads && erbium_add (&program->awake, -1) == 0;
  erb_event_process_left (p, was_last_awake);
  if (!p->kept && !p->fiber)
    use_again (p);
  erb_event_process_gone (program, id); /* a joiner may free the program once it has the lock */
  erb_os->unlock (&program->lock);
}

/* A fiber is still on its stack after this; a thread is not a process any more. */
void
erb_process_end (struct erb_process *p)
{
  erb_publish_output (p->program);
  erb_event_process_ends (p);
  leave_program (p);
  erb_process_set_self (NULL);
}

static void
body_ends (void *argument)
{
  struct erb_process *p = argument;
  const struct erb_task_model *task = p->task;
  if (erb_forked ()) /* the only thread of a child that is no program of ours */
    exit (EXIT_SUCCESS);
  erb_process_end (p);
  if (task->leave)
    task->leave (p);
}

/* Runs p to its end, which comes by return or by pthread_exit. pthread_exit unwinds the stack, and
 * a fiber leaves the stack while it is being unwound, so this file is compiled with -fexceptions.
 */
void
erb_process_body (struct erb_process *p)
{
  erb_process_set_self (p);
  pthread_cleanup_push (body_ends, p);
  erb_event_process_begins (p);
  p->entry.start (p->arguments);
  if (p->task->returned)
    p->task->returned (p);
  pthread_cleanup_pop (1);
}

/* Does not count threads that the program has made, since no process has run them.  Under the
 * program's lock. */
bool
erb_process_ended (const struct erb_process *caller, erbium_process id)
{
  erbium_program *program = caller->program;
  if (id == 0)
    return program->alive == (caller->entry.start != NULL)
           || (caller->ends_program && program->exit_asked);
  for (struct erb_process *p = program->processes; p; p = p->next)
    if (p->id == id)
      return false;
  return true;
}
