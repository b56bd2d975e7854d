/* SPDX-License-Identifier: MIT */
/* lifetime.c - a whole program: its beginning, joining, and its end.
 *
 * A part of a program can have settings, statistics and an end of its own if it makes a program of
 * its own; a process belongs to the program of the process that ran it.  The default program is
 * made at its first use, and ends when main has returned and every process has ended.
 */
#include "life/life.h"

#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- Programs ---------------------------------------------------------- */

ERB_NORETURN ERB_COLD static void
no_barrier (void)
{
  erb_fault_of_all (ERBIUM_EXIT_RESOURCE, NULL, "allow membarrier in the sandbox",
                    "the system allows neither membarrier nor sched_setaffinity");
}

static erbium_program *
new_program (const char *where)
{
  erbium_program *p = erb_memory_inherited (sizeof *p);
  if (p)
    {
      p->where = where;
      erb_settings_read (&p->set);
      p->processors = erb_processors ();
    }
  if (!p || !erb_program_set_up (p))
    {
      fprintf (stderr, "%s: error: no program: %s\n", where ? where : "erbium", strerror (errno));
      _Exit (ERBIUM_EXIT_RESOURCE);
    }
  erb_on_no_barrier = no_barrier;
  erb_os_begin ();
  p->times.began = erb_os->now ();
  p->freed_end = &p->freed;
  p->pending_end = &p->pending;
  p->gone_end = &p->gone;
  erb_event_settings_changed (p);
  erb_watch_signals ();
  erb_programs_add (p);
  return p;
}

erbium_program *
(erbium_program_new) (const char *where)
{
  return new_program (where);
}

/* A child of fork has the memory of its parent but none of its processes. */
static void
in_child (void)
{
  erb_set_forked (true);
  erb_process_set_self (NULL);
}

static erbium_program *default_program;
static pid_t program_pid;
static pthread_once_t default_once = PTHREAD_ONCE_INIT;

/* Ends the caller's views in p, so that waiting processes proceed before any program is joined. */
static void
end_own_views (erbium_program *p, bool only)
{
  struct erb_process *self = erb_process_of_thread_if_any (p);
  (void) only;
  if (!self)
    return;
  erb_process_set_self (self);
  erb_views_end (self);
}

bool
erb_life_is_here (void)
{
  return getpid () == program_pid;
}

/* Ends every program: after main has returned and all processes have ended.  A process that calls
 * exit itself does not wait for itself, a thread that reports a fault waits for nobody, and a child
 * that was forked has no processes. */
static void
at_exit (void)
{
  struct erb_process *self = erb_self_if_any ();
  int status;
  if (erb_faulting () || !erb_life_is_here ())
    return;
  if (self && self->ends_program && erb_exit_asked (self->program, &status))
    return; /* it calls exit below */
  if (self && (self->entry.start || erb_exit_status_is_followed ()))
    {
      erb_stats_at_fault (self->program);
      return;
    }
  erb_exit_status_check ();
  erb_programs_each (end_own_views);
  for (erbium_program *p; (p = erb_programs_keep ());)
    {
      self = erb_process_of_thread (p);
      erb_process_set_self (self);
      self->ends_program = true;
      (erbium_join_all) ("the end of main");
      if (erb_exit_asked (p, &status))
        {
          erb_stats_at_fault (p);
          exit (status);
        }
      erb_event_program_joined (p);
      erb_stats_at_end (p);
      erb_child_processes_end (p);
    }
  erb_child_processes_end (NULL);
}

static erbium_atomic32 default_made;

#ifndef ERBIUM_MODEL
/* A process that calls exit removes at_exit from the list of exit functions.  If main returned at
 * that moment, it would find nothing to wait for, and end the program with its own status.  So main
 * waits before that list is read, when the C library ends thread-local objects. */
extern int __cxa_thread_atexit_impl (void (*ends) (void *), void *, void *) __attribute__ ((weak));
extern void *__dso_handle __attribute__ ((visibility ("hidden")));
/* In a child that another thread has forked, no pointer leads to the objects that main's thread has
 * to end. */
extern void __lsan_disable (void) __attribute__ ((weak));
extern void __lsan_enable (void) __attribute__ ((weak));

static void
main_ends (void *unused)
{
  (void) unused;
  if (erbium_load_acquire (&default_made)) /* acquires the store in make_default */
    at_exit ();
}

__attribute__ ((constructor)) static void
watch_main (void)
{
  if (!__cxa_thread_atexit_impl || syscall (SYS_gettid) != getpid ())
    return;
  if (__lsan_disable)
    __lsan_disable ();
  __cxa_thread_atexit_impl (main_ends, NULL, &__dso_handle);
  if (__lsan_enable)
    __lsan_enable ();
}
#endif

static void
make_default (void)
{
  default_program = new_program (NULL);
  program_pid = getpid ();
  erbium_store_release (&default_made, 1); /* acquired by main_ends */
  atexit (at_exit);
  pthread_atfork (NULL, NULL, in_child);
}

static bool
give_default (erbium_program **program)
{
  pthread_once (&default_once, make_default);
  *program = default_program;
  return true;
}

/* A thread is one process in each program that it enters. */
erbium_program *
(erbium_program_enter) (erbium_program *program, const char *where)
{
  struct erb_process *self = erb_self ();
  erbium_program *before = self->program;
  if (!program)
    program = erb_program_default ();
  erb_programs_expect (program, false, "erbium_program_enter", where);
  if (program == before)
    return before;
  if (self->entry.start)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_NO_PRIMITIVE, where, "run a process of the other program",
               "erbium_program_enter: process '%s' cannot enter another program", self->name);
  erb_process_set_self (erb_process_of_thread (program));
  return before;
}

static void
free_records (erbium_record *r)
{
  while (r)
    {
      erbium_record *next = r->next;
      erb_record_free (r);
      r = next;
    }
}

/* Refuses to free p while a thread that has entered it has a view there, which it would use
 * afterwards.  A thread that is about to end ends first. */
static void
check_no_views (erbium_program *p, const char *where)
{
  struct erb_text t, v;
  erb_memberships_lock (); /* q stays as long as this lock is held */
  erb_os->lock (&p->lock);
  const struct erb_process *q = p->processes;
  while (q && !q->views && !q->outgoing)
    q = q->next;
  erb_os->unlock (&p->lock);
  if (q)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_NO_PRIMITIVE, where,
               "let the thread free its views, or end, first",
               "erbium_program_free: '%s' still has %s in %s", q->name,
               erb_describe_view (q->views ? q->views : q->outgoing, &v),
               erb_describe_program (p, &t));
  erb_memberships_unlock ();
}

static void
check_program (erbium_program *p, const char *where)
{
  const struct erb_process *self = erb_self ();
  if (!p || p == default_program)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_NO_PRIMITIVE, where,
               "pass what erbium_program_new has returned; the default program ends with main",
               p ? "erbium_program_free: the default program cannot be freed"
                 : "erbium_program_free: the program is NULL");
  if (self->entry.start)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_NO_PRIMITIVE, where, "free it where it was made",
               "erbium_program_free: a process cannot free a program");
  erb_programs_expect (p, true, "erbium_program_free", where);
}

void
(erbium_program_free) (erbium_program *p, const char *where)
{
  check_program (p, where);
  erbium_program *before = erb_self ()->program;
  struct erb_process *self = erb_process_of_thread (p);
  erb_process_set_self (self);
  erb_views_end (self);
  (erbium_join_all) (where);
  erb_event_program_joined (p);
  erb_starter_join (p);
  check_no_views (p, where);
  erb_programs_remove (p);
  erb_stats_at_end (p);
  erb_child_processes_end (p);
  erb_event_program_ends (p);
  erb_process_leave_threads (p);
  erb_process_set_self (erb_process_of_thread (before == p ? default_program : before));
  erb_process_free_ended (p);
  free_records (p->records);
  free_records (p->gone);
  erb_views_free (p);
  erb_arena_free (p->arena);
  erb_lock_destroy (&p->lock);
  erb_programs_quarantine (p);
}

/* ---- Faults ------------------------------------------------------------- */

/* The thread that finds the fault may be a worker or the monitor. */
static erbium_program *
program_here (void)
{
  const struct erb_process *self = erb_self_if_any ();
  return self ? self->program : erb_fiber_program_here ();
}

void
erbium_on_fault (void (*see) (const struct erbium_fault *))
{
  erb_self ()->program->see_fault = see;
}

static void
fault_found (const struct erbium_fault *fault)
{
  erbium_program *p = program_here ();
  if (p && p->see_fault)
    p->see_fault (fault);
}

static void
fault_printed (const char *text, bool has_stderr)
{
  erbium_program *p = program_here ();
  (void) text;
  if (p && has_stderr)
    erb_stats_at_fault (p);
}

static bool
caller_name (const char **name, struct erb_text *text)
{
  const struct erb_process *self = erb_self_if_any ();
  (void) text;
  *name = self ? self->name : NULL;
  return self != NULL;
}

const struct erb_observer erb_life_observer = {
  .default_program = give_default, .fault_found = fault_found,
  .fault_printed = fault_printed, .caller_name = caller_name,
};
