/* SPDX-License-Identifier: MIT */
/* caller.c - the calling process: which process the calling thread is, and in which program.
 *
 * A thread that the program has made itself becomes a process when it first calls a primitive.  It
 * is one process in each program that it enters, and these processes end when the thread ends.
 */
#include "task/process.h"

#include <sys/syscall.h>
#include <unistd.h>

static __thread struct erb_process *self __attribute__ ((tls_model ("initial-exec")));
static pthread_key_t thread_key; /* its destructor ends the process of a thread that the program has
                                  * made */
static pthread_once_t key_once = PTHREAD_ONCE_INIT;

/* Protects the information which thread is a process of which program.  The lock outlives threads
 * and programs, so it keeps the end of a thread and the end of a program apart.  It is taken before
 * a program's lock. */
static struct erb_lock memberships = { ERB_UNLOCKED };

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

/* Ends the processes of a thread, one in each program that it has entered.  In a child of fork it
 * has none, and the lock may belong to a thread that does not exist there. */
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
      self = p; /* views are freed by their owner */
      if (p->program)
        erb_process_end (p);
      else
        erb_process_free (p); /* its program has gone */
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

/* Must not be inlined: a fiber may be on another thread after a switch. */
__attribute__ ((noinline)) ERB_WAKES void
erb_process_set_self (struct erb_process *p)
{
  self = p;
}

struct erb_process *
erb_process_adopt (erbium_program *program)
{
  char name[32] = "main";
  pid_t thread = (pid_t) syscall (SYS_gettid);
  if (thread != getpid ())
    snprintf (name, sizeof name, "thread %d", (int) thread);
  struct erb_process *p = erb_process_new (program, name, NULL);
  p->task = program->set.task->apart ? program->set.task : &erb_task_thread; /* whatever other
                                                                              * processes are */
  p->thread = pthread_self ();
  p->signal_stack = erb_signal_stack ();
  p->stack_end = erb_stack_end ();
  erb_process_link (p);
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

/* ---- New spaces, and the end of a program ------------------------------- */

/* Moves the descriptor of p, the caller and only process, to the heap of its program. */
bool
erb_process_to_heap (struct erb_process *p)
{
  erbium_program *program = p->program;
  struct erb_process *q = erb_process_memory (program->heap), *before;
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
  erb_process_free (p);
  return true;
}

/* Initialises the lock anew, since a thread of the parent that held it does not exist here. */
void
erb_process_in_new_space (struct erb_process *p)
{
  erb_lock_init (&memberships);
  pthread_once (&key_once, make_key);
  pthread_setspecific (thread_key, NULL);
  erb_process_set_self (p);
}

/* Frees the caller's own process now; those of other threads are freed when the threads end. */
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
        erb_process_free (p);
      }
    else
      at = &(*at)->thread_next;
  pthread_setspecific (thread_key, head);
  erb_memberships_unlock ();
}
