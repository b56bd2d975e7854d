/* SPDX-License-Identifier: MIT */
/* task.c - processes, whatever home they have.
 *
 * A process owns its views, waits on its token, and ends once.  The table of
 * task models says how it is started, stopped and let go; all else is common.
 */
#include "task/task.h"
#include "window/window.h"
#include "seal/seal.h"

#include <stdio.h>
#include <unistd.h>
#include <sys/syscall.h>

/* ---- The table --------------------------------------------------------- */

const struct erb_task_model *
erb_task_named (const char *name)
{
  for (const struct erb_task_model *const *at = erb_task_models; *at; at++)
    if (strcmp ((*at)->name, name) == 0)
      return *at;
  return NULL;
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

/* ---- Who am I? --------------------------------------------------------- */

static __thread struct erb_process *self __attribute__ ((tls_model ("initial-exec")));
static pthread_key_t thread_key; /* ends the process of a thread that came by itself */
static pthread_once_t key_once = PTHREAD_ONCE_INIT;

/* Which thread is a process of which program.  It outlives both, so it is what a
 * thread's end and a program's meet at; it comes before a program's lock. */
static struct erb_lock memberships = { PTHREAD_MUTEX_INITIALIZER };

void
erb_memberships_lock (void)
{
  erb_os->lock (&memberships);
}

void
erb_memberships_unlock (void)
{
  erb_os->unlock (&memberships);
}

static void process_ends (struct erb_process *p);

static void free_process (struct erb_process *p);

/* A thread is a process in each program that it has entered.  In a child of fork
 * it is none, and the lock may be that of a thread that is not there. */
static void
thread_ends (void *last)
{
  struct erb_process *p = last, *next;
  if (erb_forked ())
    return;
  erb_memberships_lock ();
  for (; p; p = next)
    {
      next = p->thread_next;
      erb_signal_stack_free (p->signal_stack);
      self = p; /* the views are freed by their owner */
      if (p->program)
        process_ends (p);
      else
        free_process (p); /* its program has gone */
    }
  self = NULL;
  erb_memberships_unlock ();
}

static void
make_key (void)
{
  pthread_key_create (&thread_key, thread_ends);
}

__attribute__ ((noinline)) struct erb_process *
erb_self_if_any (void)
{
  return self;
}

/* Not inline: a fiber may be on another thread after a switch. */
__attribute__ ((noinline)) ERB_WAKES void
erb_process_set_self (struct erb_process *p)
{
  self = p;
}

/* One that has been a process before, or NULL.  What others may still look at of that
 * one, its worker, is an atomic. */
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
    }
  return p;
}

/* A process descriptor in heap, with the place where others see its wait if it needs one. */
static struct erb_process *
process_memory (struct erb_heap *heap)
{
  struct erb_process *p = erb_memory (heap, sizeof *p);
  if (!p)
    return NULL;
  p->heap = heap;
  p->shared_wait = heap ? erb_memory (heap, sizeof *p->shared_wait) : NULL;
  return heap && !p->shared_wait ? NULL : p;
}

static struct erb_process *
new_process (erbium_program *program, const char *name, const char *where)
{
  struct erb_process *p = used_process (program);
  if (!p)
    p = process_memory (program->heap);
  if (!p || !(p->name = erb_memory_text (program->heap, name)))
    erb_fault (ERBIUM_EXIT_RESOURCE, ERB_run, where, NULL, "no memory for process '%s'", name);
  p->program = program;
  p->where = where;
  p->task = program->set.task;
  erb_event_process_made (p);
  return p;
}

static void
link_process (struct erb_process *p)
{
  erbium_program *program = p->program;
  erb_os->lock (&program->lock);
  p->id = ++program->next_process;
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

struct erb_process *
erb_process_adopt (erbium_program *program)
{
  char name[32] = "main";
  pid_t thread = (pid_t) syscall (SYS_gettid);
  if (thread != getpid ())
    snprintf (name, sizeof name, "thread %d", (int) thread);
  struct erb_process *p = new_process (program, name, NULL);
  p->task = program->set.task->apart ? program->set.task : &erb_task_thread; /* whatever others are */
  p->thread = pthread_self ();
  p->signal_stack = erb_signal_stack ();
  p->stack_end = erb_stack_end ();
  link_process (p);
  erb_event_thread_enters (program);
  pthread_once (&key_once, make_key);
  p->thread_next = pthread_getspecific (thread_key);
  pthread_setspecific (thread_key, p);
  return p;
}

struct erb_process *
erb_process_of_thread_if_any (erbium_program *program)
{
  struct erb_process *p;
  erb_os->lock (&program->lock);
  for (p = program->processes; p; p = p->next)
    if (!p->entry.start && pthread_equal (p->thread, pthread_self ()))
      break;
  erb_os->unlock (&program->lock);
  return p;
}

struct erb_process *
erb_process_of_thread (erbium_program *program)
{
  struct erb_process *p = erb_process_of_thread_if_any (program);
  return p ? p : erb_process_adopt (program);
}

ERB_WAKES struct erb_process *
erb_self (void)
{
  if (!self && erb_forked ())
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_NO_PRIMITIVE, NULL, "use it in the parent, or exec first",
               "this is a child of fork, where no process of its parent runs");
  if (!self)
    self = erb_process_adopt (erb_program_default ());
  if (!self->program)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_NO_PRIMITIVE, NULL, "enter another program first",
               "the program that '%s' had entered was freed", self->name);
  return self;
}

/* ---- Programs and task models ------------------------------------------- */

bool
erb_program_furnish (erbium_program *p)
{
  if (p->set.task->apart && !(p->heap = erb_heap_of_spaces ()))
    return false;
  if (!(p->arena = erb_arena_new (p->heap)))
    return false;
  erb_program_lock_init (p, &p->lock);
  return !p->set.task->begin || p->set.task->begin (p);
}

/* The descriptor of p, the caller and only process, moves to the heap of its program. */
static bool
to_heap (struct erb_process *p)
{
  erbium_program *program = p->program;
  struct erb_process *q = process_memory (program->heap), *before;
  char *name = q ? erb_memory_text (program->heap, p->name) : NULL;
  if (!name)
    return false;
  struct erb_wait *shown = q->shared_wait;
  *q = *p;
  q->heap = program->heap;
  q->shared_wait = shown;
  q->name = name;
  q->task = program->set.task;
  erb_event_process_made (q);
  program->processes = q;
  if ((before = pthread_getspecific (thread_key)) == p)
    pthread_setspecific (thread_key, q);
  for (; before && before->thread_next; before = before->thread_next)
    if (before->thread_next == p)
      before->thread_next = q;
  erb_process_set_self (q);
  free_process (p);
  return true;
}

bool
erb_program_move_apart (erbium_program *p)
{
  struct erb_arena *arena = p->arena;
  struct erb_process *only = p->processes;
  const char *why = p->next_record ? "a record of the program has been made"
                    : only->next || only != erb_self_if_any ()
                      ? "another thread has entered the program" : NULL;
  if (!why && (!erb_program_furnish (p) || !to_heap (only)))
    why = "there is no memory for it";
  if (!why)
    erb_arena_free (arena);
  else
    fprintf (stderr, "erbium: error: erbium_set: TASK cannot become space: %s; set it before, or "
             "ERBIUM_TASK in the environment\n", why);
  return !why;
}

/* A lock that another thread of the parent held is nobody's here. */
void
erb_process_in_new_space (struct erb_process *p)
{
  erb_lock_init (&memberships);
  pthread_once (&key_once, make_key);
  pthread_setspecific (thread_key, NULL);
  erb_process_set_self (p);
}

/* Numbers count in each program, and a handle says of which it is. */
erbium_process
erb_handle_of (const struct erb_process *p)
{
  return p->program->id << ERB_NUMBER_BITS | p->id;
}

/* ---- Start ------------------------------------------------------------- */

/* A type's alignment is a power of two that divides its size.  So memory that is aligned
 * by the largest such power is aligned enough, whatever the arguments are. */
static void *
memory_for_arguments (struct erb_heap *heap, size_t size)
{
  size_t align = size & -size;
  return heap || align <= ERBIUM_LINE ? erb_memory (heap, size) : aligned_alloc (align, size);
}

static void
copy_arguments (struct erb_process *p, const struct erbium_entry *entry, const void *arguments)
{
  p->entry = *entry;
  p->arguments = memory_for_arguments (p->heap, entry->size);
  if (!p->arguments)
    erb_fault (ERBIUM_EXIT_RESOURCE, ERB_run, p->where, NULL,
               "no memory for the arguments of process '%s'", p->name);
  if (entry->size > 0) /* arguments may be NULL */
    memcpy (p->arguments, arguments, entry->size);
}

static const char *
how_to_start (const struct erb_task_model *task, int error)
{
  if (error == EMFILE || error == ENFILE)
    return "raise the limit on open files (ulimit -n), or have fewer processes at a time";
  return error == EAGAIN && task->shares_threads ? "raise the limit on threads (ulimit -u)" : task->mend;
}

void
erb_cannot_start (const struct erb_process *p, int error)
{
  erb_fault (ERBIUM_EXIT_RESOURCE, ERB_run, p->where, how_to_start (p->task, error),
             "process '%s' cannot be started beside %d others: %s", p->name,
             p->program->alive - 1, strerror (error));
}

/* Threads see how far others have come in the same memory; so a sealed program is refused any, and fibers need
 * them too. */
static void
expect_spaces_if_sealed (const erbium_program *program, const char *name, const char *where)
{
  if (erb_sealed && !program->set.task->apart)
    erb_fault (ERBIUM_EXIT_SETTING, ERB_run, where,
               "set ERBIUM_TASK=space, so that each process is a space, or do not set ERBIUM_SEAL",
               "process '%s' would need a thread (ERBIUM_TASK=%s), and a sealed program (ERBIUM_SEAL=1) has none", name,
               program->set.task->name);
}

erbium_process
erbium_process_run (const struct erbium_entry *entry, const void *arguments, const char *where)
{
  struct erb_process *parent = erb_self (), *p;
  erbium_program *program = parent->program;
  erb_not_while_faulting (ERB_run, where, "run a process");
  expect_spaces_if_sealed (program, entry->name, where);
  p = new_process (program, entry->name, where);
  copy_arguments (p, entry, arguments);
  link_process (p);
  erbium_process handle = erb_handle_of (p);
  erb_event_process_runs (parent, p);
  int error = p->task->start (p);
  if (error)
    erb_cannot_start (p, error);
  return handle;
}

/* What the plugin calls: the parts of an entry as they are. */
erbium_process
erbium_process_start (const char *name, void (*start) (void *arguments), size_t size,
                      const void *arguments, const char *where)
{
  const struct erbium_entry entry = { name, start, size };
  return erbium_process_run (&entry, arguments, where);
}

void
erbium_process_name (const char *name)
{
  struct erb_process *p = erb_self ();
  if (!name)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_NO_PRIMITIVE, NULL, "pass a string",
               "erbium_process_name: the name is NULL");
  char *copy = erb_memory_text (p->heap, name);
  erb_os->lock (&p->program->lock);
  if (copy)
    {
      erb_memory_free (p->heap, p->name);
      p->name = copy;
    }
  erb_os->unlock (&p->program->lock);
}

/* ---- End --------------------------------------------------------------- */

static void
free_process (struct erb_process *p)
{
  erb_memory_free (p->heap, p->name);
  erb_memory_free (p->heap, p->arguments);
  erb_memory_free (p->heap, p->shared_wait);
  erb_memory_free (p->heap, p);
}

/* Under the program's lock.  The descriptor stays with the program, since somebody may
 * have found it in a slot and look at it now (wait_fiber.c). */
static void
use_again (struct erb_process *p)
{
  erb_memory_free (p->heap, p->name);
  erb_memory_free (p->heap, p->arguments);
  p->name = NULL;
  p->arguments = NULL;
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

static void
leave_program (struct erb_process *p)
{
  erbium_program *program = p->program;
  erb_os->lock (&program->lock);
  *(p->previous ? &p->previous->next : &program->processes) = p->next;
  if (p->next)
    p->next->previous = p->previous;
  program->alive -= p->entry.start != NULL;
  bool was_last_awake = !p->task->shares_threads && erbium_add (&program->awake, -1) == 0;
  erb_event_process_left (p, was_last_awake);
  if (!p->kept && !p->fiber)
    use_again (p);
  erb_event_process_gone (program); /* a joiner may free the program once it has the lock */
  erb_os->unlock (&program->lock);
}

/* A fiber is still on its stack after this; a thread is no process any more. */
static void
process_ends (struct erb_process *p)
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
  if (erb_forked ()) /* the only thread that there is, of a child that is no program of ours */
    exit (EXIT_SUCCESS);
  process_ends (p);
  if (task->leave)
    task->leave (p);
}

/* The end comes by return, or by pthread_exit: that unwinds the stack, and a
 * fiber leaves it half way, so this file is compiled with -fexceptions. */
void
erb_process_body (struct erb_process *p)
{
  erb_process_set_self (p);
  pthread_cleanup_push (body_ends, p);
  p->entry.start (p->arguments);
  if (p->task->returned)
    p->task->returned (p);
  pthread_cleanup_pop (1);
}

/* Whether the process id, or for 0 all but the caller, has ended.  Threads that
 * came by themselves are no processes of anybody.  Under the program's lock. */
bool
erb_process_ended (const struct erb_process *caller, erbium_process id)
{
  erbium_program *program = caller->program;
  if (id == 0)
    return program->alive == (caller->entry.start != NULL);
  for (struct erb_process *p = program->processes; p; p = p->next)
    if (p->id == id)
      return false;
  return true;
}

void
erb_process_free_ended (erbium_program *program)
{
  struct erb_process *p;
  while ((p = program->ended))
    {
      program->ended = p->next;
      free_process (p);
    }
  while ((p = program->spare_processes))
    {
      program->spare_processes = p->next;
      free_process (p);
    }
}

/* The caller's own process goes; those of other threads go with their thread. */
void
erb_process_leave_threads (erbium_program *program)
{
  struct erb_process *p, *head = pthread_getspecific (thread_key), **at;
  erb_memberships_lock ();
  erb_os->lock (&program->lock);
  while ((p = program->processes))
    {
      program->processes = p->next;
      p->program = NULL;
    }
  erb_os->unlock (&program->lock);
  for (at = &head; *at;)
    if (!(*at)->program)
      {
        p = *at;
        *at = p->thread_next;
        free_process (p);
      }
    else
      at = &(*at)->thread_next;
  pthread_setspecific (thread_key, head);
  erb_memberships_unlock ();
}
