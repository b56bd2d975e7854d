/* SPDX-License-Identifier: MIT */
/* exit_status.c - how a program of spaces ends that does not end by itself.
 *
 * Threads of a program that make an error end all others with them.  Spaces are processes of the
 * system: one that ends does not end the rest, and the exit status of the program is that of the
 * first.  So whoever has a reason to end the program (a fault, a death of its own or that it has
 * noticed, a call of exit) leaves a verdict in shared memory:
 *
 *   GOES_ON --claim--> BEING_TOLD --tell--> IS_TOLD
 *
 * The first who claims it tells why on stderr, nobody else does.  All others look at it wherever they
 * wait, which a verdict ends, and follow: the first space with the status of the verdict, each other one
 * without a word.  Who computes follows at its next wait; a space whose parent ends dies with it.
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

/* The first space, in a function of erbium_on_fault that calls exit: it will not come to tell what it has
 * claimed; and others may see it gone before they are killed with it. */
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

/* A thread that is no space cannot be killed by itself. */
static bool
is_dead (erb_space reporter)
{
  return reporter >= ERB_SPACES && !erb_space_alive (reporter);
}

/* Who claims it is known before others see that somebody has.  One that is dead can tell no
 * more than it has: so the state is read after that. */
bool
erb_exit_status_claim (void)
{
  erb_space self = erb_space_self_if_any (), reporter;
  self = self >= ERB_SPACES ? self : 1;
  do
    {
      reporter = erbium_load_acquire (&erb_exit_status->reporter);
      if ((reporter != 0 && !is_dead (reporter)) || erbium_load_acquire (&erb_exit_status->state) == ERB_IS_REPORTED)
        return false;
    }
  while (!erbium_cas (&erb_exit_status->reporter, reporter, self));
  erbium_store_release (&erb_exit_status->state, ERB_BEING_REPORTED); /* erb_exit_status_check, await_word */
  return true;
}

void
erb_exit_status_report (enum erb_exit_kind kind, int number)
{
  erb_exit_status->kind = kind;
  erb_exit_status->number = number;
  erb_exit_status->dead = erb_space_cause ();
  erbium_store_release (&erb_exit_status->state, ERB_IS_REPORTED); /* erb_exit_status_check, await_word */
  erb_os->wake_shared (&erb_exit_status->state);
}

/* ---- Following --------------------------------------------------------- */

/* For a reporter that was killed before it had told. */
static void
tell_instead (erb_space reporter)
{
  struct erb_text t;
  if (!erb_exit_status_claim ())
    return;
  erb_child_processes_die_of (reporter);
  dprintf (STDERR_FILENO, "erbium: error: %s died before it had said why the program ends\n",
           erb_space_say (reporter, &t));
  erb_exit_status_report (ERB_BY_FAULT, ERBIUM_EXIT_DEATH);
}

static void
await_word (void)
{
  const int64_t a_while = 10000000;
  int32_t state;
  while ((state = erbium_load_acquire (&erb_exit_status->state)) != ERB_IS_REPORTED)
    {
      erb_space reporter = erbium_load_acquire (&erb_exit_status->reporter);
      if (is_dead (reporter))
        tell_instead (reporter);
      else
        erb_os->sleep_shared (&erb_exit_status->state, state, a_while);
    }
}

/* The process that died has left a core, if one was wanted. */
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

/* Several threads of the first space may come here. */
ERB_NORETURN static void
end_all (void)
{
  if (!erbium_cas (&ending, 0, 1))
    erb_wait_for_the_end ();
  erb_event_space_cut_short (); /* it does not come to the end that its log would tell of */
  if (erb_exit_status->kind == ERB_BY_EXIT)
    exit (erb_exit_status->number);
  if (ftrylockfile (stdout) == 0)
    fflush (stdout);
  if (erb_exit_status->kind == ERB_BY_SIGNAL)
    die_of (erb_exit_status->number);
  _exit (erb_exit_status->kind == ERB_BY_SIGNAL ? ERBIUM_EXIT_DEATH : erb_exit_status->number);
}

/* Of those that wait for good, how far each has come does not depend on the schedule. */
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

/* The caller is to report what all others end for. */
void
erb_exit_status_follow (void)
{
  if (erb_faulting ())
    erb_fault_of_handler (ERB_NO_PRIMITIVE, NULL, "wait");
  await_word ();
  pass_output ();
  if (erb_kernel_getpid () == erbium_load_relaxed (&erb_exit_status->first))
    end_all ();
  _exit (ERBIUM_EXIT_DEATH);
}
