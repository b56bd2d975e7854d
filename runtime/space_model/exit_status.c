/* SPDX-License-Identifier: MIT */
/* exit_status.c - how a program of spaces ends early, and its exit status.
 *
 * A thread that makes an error ends all threads of its program.  Spaces are processes of the
 * system: the end of one does not end the others, and the exit status of the program is that of the
 * first space.  So a process with a reason to end the program (an error, its own death, a death
 * that it has noticed, a call of exit) stores the exit status in shared memory:
 *
 *   GOES_ON --claim--> BEING_REPORTED --report--> IS_REPORTED
 *
 * The first process that claims the status reports the reason on stderr; no other one does.  All
 * others check the state wherever they wait, and a change ends each wait.  They follow: the first
 * space ends with the stored status, the others end silently.  A process that computes follows at
 * its next wait; a space whose parent ends is killed with it.
 */
#define _GNU_SOURCE
#include "space_model/child_processes.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

struct erb_exit_status *erb_exit_status;

static erbium_atomic32 ending;

/* The first space may call exit in a function of erbium_on_fault, and then never reports what it
 * has claimed.  Other spaces may also find it dead before they are killed with it. */
static void
first_exits (int status, void *unused)
{
  (void) unused;
  if (erb_faulting () && erb_kernel_getpid () == erbium_load_relaxed (&erb_exit_status->first)
      && erbium_cas (&ending, 0, 1))
    erb_exit_status_report (ERB_BY_EXIT, status);
}

bool
erb_exit_status_make (struct erb_heap *heap)
{
  if (erb_exit_status)
    return true;
  erb_exit_status = erb_memory (heap, sizeof *erb_exit_status);
  if (!erb_exit_status)
    return false;
  erbium_store_relaxed (&erb_exit_status->first, erb_kernel_getpid ());
  on_exit (first_exits, NULL);
  return true;
}

/* A reporter below ERB_SPACES is a thread without a space, which does not die alone. */
static bool
is_dead (erb_space reporter)
{
  return reporter >= ERB_SPACES && !erb_space_alive (reporter);
}

/* Stores the reporter before the state, so that other spaces know the reporter of any claim.  A
 * dead reporter makes no further progress, so the state is read after the check of its life. */
bool
erb_exit_status_claim (void)
{
  erb_space self = erb_space_self_if_any (), reporter;
  self = self >= ERB_SPACES ? self : 1;
  do
    {
      reporter = erbium_load_acquire (&erb_exit_status->reporter);
      if ((reporter != 0 && !is_dead (reporter))
          || erbium_load_acquire (&erb_exit_status->state) == ERB_IS_REPORTED)
        return false;
    }
  while (!erbium_cas (&erb_exit_status->reporter, reporter, self));
  erbium_store_release (&erb_exit_status->state,
                        ERB_BEING_REPORTED); /* acquired by erb_exit_status_check, await_report */
  return true;
}

void
erb_exit_status_report (enum erb_exit_kind kind, int number)
{
  erb_exit_status->kind = kind;
  erb_exit_status->number = number;
  erb_exit_status->dead = erb_space_cause ();
  erbium_store_release (&erb_exit_status->state,
                        ERB_IS_REPORTED); /* acquired by erb_exit_status_check, await_report */
  erb_os->wake_shared (&erb_exit_status->state);
}

/* ---- Following --------------------------------------------------------- */

/* Reports in place of a reporter that was killed before its report. */
static void
report_instead (erb_space reporter)
{
  struct erb_text t;
  if (!erb_exit_status_claim ())
    return;
  erb_child_processes_die_of (reporter);
  dprintf (STDERR_FILENO, "erbium: error: %s died before it had reported why the program ends\n",
           erb_space_describe (reporter, &t));
  erb_exit_status_report (ERB_BY_FAULT, ERBIUM_EXIT_DEATH);
}

static void
await_report (void)
{
  const int64_t a_while = 10000000;
  int32_t state;
  while ((state = erbium_load_acquire (&erb_exit_status->state)) != ERB_IS_REPORTED)
    {
      erb_space reporter = erbium_load_acquire (&erb_exit_status->reporter);
      if (is_dead (reporter))
        report_instead (reporter);
      else
        erb_os->sleep_shared (&erb_exit_status->state, state, a_while);
    }
}

/* Ends the caller by a signal, without a core: the process that died has left one if it was
 * wanted. */
static void
die_of (int number)
{
  const struct rlimit none = { 0, 0 };
  sigset_t one;
  setrlimit (RLIMIT_CORE, &none);
  signal (number, SIG_DFL);
  sigemptyset (&one);
  sigaddset (&one, number);
  raise (number);
  sigprocmask (SIG_UNBLOCK, &one, NULL);
}

bool
erb_exit_status_is_followed (void)
{
  return erbium_load_relaxed (&ending) != 0;
}

/* Several threads of the first space may call this. */
ERB_NORETURN static void
end_all (void)
{
  if (!erbium_cas (&ending, 0, 1))
    erb_wait_for_the_end ();
  erb_event_space_cut_short (); /* its log will have no END */
  if (erb_exit_status->kind == ERB_BY_EXIT)
    exit (erb_exit_status->number);
  if (ftrylockfile (stdout) == 0)
    fflush (stdout);
  if (erb_exit_status->kind == ERB_BY_SIGNAL)
    die_of (erb_exit_status->number);
  _exit (erb_exit_status->kind == ERB_BY_SIGNAL ? ERBIUM_EXIT_DEATH : erb_exit_status->number);
}

/* In a deadlock, the progress of each process does not depend on the schedule, so all output is
 * passed on. */
static void
pass_output (void)
{
  if (erb_exit_status->kind == ERB_BY_FAULT && erb_exit_status->number == ERBIUM_EXIT_DEADLOCK)
    erb_child_processes_pass_all_output ();
  else
    {
      erb_child_processes_pass_output (erb_exit_status->dead);
      erb_child_processes_pass_output (erbium_load_acquire (&erb_exit_status->reporter));
    }
}

void
erb_exit_status_check (void)
{
  if (erb_exit_status && erbium_load_acquire (&erb_exit_status->state) != ERB_GOES_ON)
    erb_exit_status_follow ();
}

/* The caller has to follow the stored status. */
void
erb_exit_status_follow (void)
{
  if (erb_faulting ())
    erb_fault_of_handler (ERB_NO_PRIMITIVE, NULL, "wait");
  await_report ();
  pass_output ();
  if (erb_kernel_getpid () == erbium_load_relaxed (&erb_exit_status->first))
    end_all ();
  _exit (ERBIUM_EXIT_DEATH);
}
