/* SPDX-License-Identifier: MIT */
/* space_model.c - the task model `space': processes that share only records.
 *
 * `run' forks as space_start does (space_start.c), so a process has a copy of all memory of its
 * runner.  The runtime's state of the program (descriptors of processes, records, views, slots,
 * windows, waits) is in a heap that all spaces share (heap.c), and the same code as for threads
 * changes it.  Elements are in a file without a name that all spaces have open; each view maps its
 * window by itself (paged_backend.c).
 *
 * Output: stdout has a buffer in each space.  The buffer is written wherever other processes may
 * learn of the progress of this one: before a commit, a release, a run, and at the end.  So output
 * in an order that the program determines appears in that order.
 */
#include "guard/guard.h"
#include "space_model/child_processes.h"
#include "space_model/global_diff.h"

#include <stdio.h>
#include <stdio_ext.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- The calling space -------------------------------------------------------- */

static erb_space here = ERB_NO_SPACE; /* also for other threads of the space */

static int64_t
process_space (void)
{
  return here;
}

static bool
begin (erbium_program *program)
{
  if (!erb_exit_status_make (program->heap))
    return false;
  if (here == ERB_NO_SPACE)
    here = erb_space_of_processes ("TASK=space", program->where);
  erb_on_lost_lock = erb_space_lost_lock;
  erb_guard_watch ();
  return true;
}

/* Notes the amount of output up to now, when a process leaves the program; the processes that it
 * has run may add more later. */
static void
note_printed (void)
{
  struct erb_space_slot *slot = erb_space_at (here);
  for (int n = 0; n < 2; n++)
    /* Acquired by pass_printed. */
    erbium_store_release (&slot->printed[n],
                          erb_kernel_call (SYS_lseek, STDOUT_FILENO + n, 0, SEEK_CUR, 0, 0));
}

static void
output_due (void)
{
  if (__fpending (stdout) > 0)
    fflush (stdout);
  if (erb_sealed && here >= ERB_SPACES)
    note_printed ();
}

/* ---- A process, from its beginning to its end ---------------------------- */

/* The process has called exit, directly or not: the program ends with this status. */
static void
process_exits (int status, void *unused)
{
  (void) unused;
  if (!erb_self_if_any ())
    return;
  fflush (NULL);
  erb_event_space_ends (false, status); /* before other processes learn of it and end this one */
  if (erb_faulting () || erb_exit_status_claim ())
    erb_exit_status_report (ERB_BY_EXIT, status);
}

/* Sets the limit up to which the stack of the new process may grow. */
static void
make_stack (const struct erb_process *p)
{
  enum { USED = 1 << 20 }; /* bytes that the callers of run may have used, and more */
  struct rlimit limit;
  rlim_t want = (rlim_t) p->program->set.stack + USED;
  if (p->program->set.stack > 0 && getrlimit (RLIMIT_STACK, &limit) == 0
      && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < want)
    {
      limit.rlim_cur = want < limit.rlim_max ? want : limit.rlim_max;
      setrlimit (RLIMIT_STACK, &limit);
    }
}

static void
arrive (struct erb_process *p)
{
  erb_set_forked (false);
  erb_child_processes_forget ();
  erb_process_in_new_space (p);
  erb_programs_in_new_space ();
  here = erbium_load_relaxed (&p->space);
  p->thread = pthread_self ();
  erb_kernel_name_thread ("%s", p->name);
  make_stack (p);
  p->stack_end = erb_stack_end ();
  if (p->program->set.pin != ERB_PIN_NONE)
    erb_pin_self ((enum erb_pin) p->program->set.pin, (int) p->id);
  for (struct erb_view *v = p->views; v; v = v->next)
    erb_guard_arrive (v, p->where);
}

static const void *runner; /* the frame of the caller of `run' */

static void *
space_main (void *argument)
{
  struct erb_process *p = argument;
  on_exit (process_exits, NULL);
  arrive (p);
  if (p->program->set.check)
    erb_global_diff_begin (runner);
  erb_process_body (p);
  return NULL;
}

static int
start (struct erb_process *p)
{
  const char *call;
  runner = __builtin_frame_address (0);
  erb_exit_status_check ();
  erb_child_processes_collect ();
  struct erb_space_child *child = erb_child_process_new (p);
  erb_space_expect_within_limit (child->space, "run", p->where);
  if (erb_ask_child_absent (erb_space_at (child->space)->id,
                            (void *(*) (void *) ) (uintptr_t) p->entry.start, p->where))
    {
      erb_child_process_drop (p);
      return 0;
    }
  for (struct erb_view *v = p->views; v; v = v->next)
    if (v->guard)
      erb_guard_hide (v);
  return erb_space_fork (child, space_main, p, p->where, &call);
}

static void
returned (struct erb_process *p)
{
  if (p->program->set.check)
    erb_global_diff_report (p);
}

/* p has left the program, and its descriptor may have been reused. */
static void
leave (struct erb_process *p)
{
  (void) p;
  erb_child_processes_end (NULL);
  erb_space_leave ("the end of a process");
}

static void
joined (erbium_process id)
{
  if (erb_sealed && id == 0)
    erb_child_processes_joined (erb_self ()->program);
  else if (erb_sealed)
    erb_child_process_joined (id);
}

static void
unpark (struct erb_process *p)
{
  erbium_store_release (&p->token, 1); /* acquired by erb_take_token */
}

/* The descriptor of p may be reused as soon as the token is stored; a new process that is woken
 * checks its condition again. */
static void
finish_unpark (struct erb_process *p)
{
  erb_os->wake_shared (&p->token);
}

static void
take_unpark (struct erb_process *p)
{
  erb_space_park (p, NULL, 0);
}

const struct erb_task_model erb_task_space = {
  .name = "space",
  .prose = "each process is a space: a process of the system that shares records and nothing else",
  .backend = &erb_backend_paged, .apart = true,
  .hint = "raise the limit on processes (ulimit -u), or set ERBIUM_TASK to thread or fiber",
  .begin = begin, .start = start, .park = erb_space_park, .unpark = unpark,
  .finish_unpark = finish_unpark, .take_unpark = take_unpark, .joined = joined,
  .returned = returned, .leave = leave,
};

/* ---- Events --------------------------------------------------------------- */

static void
process_made (struct erb_process *p)
{
  if (p->program->heap)
    erbium_store_relaxed (&p->space, process_space ());
}

/* Only one process reports why the program ends. */
static void
fault_begins (void)
{
  if (erb_exit_status_concerns () && !erb_exit_status_claim ())
    erb_exit_status_follow ();
}

static void
fault_ends (enum erbium_exit kind)
{
  if (!erb_exit_status_concerns ())
    return;
  erb_exit_status_report (ERB_BY_FAULT, kind);
  if (kind == ERBIUM_EXIT_DEADLOCK)
    erb_child_processes_pass_all_output ();
}

static bool
death_claimed (void)
{
  return erb_exit_status_concerns () && !erb_exit_status_claim ();
}

static void
death (const struct erb_process *p, int number, const char *name, bool reported)
{
  (void) name;
  if (p && reported && erb_exit_status_concerns ())
    erb_exit_status_report (ERB_BY_SIGNAL, number);
}

const struct erb_observer erb_space_model_observer = {
  .output_due = output_due, .process_made = process_made, .fault_begins = fault_begins,
  .fault_ends = fault_ends, .death_claimed = death_claimed, .death = death,
};
