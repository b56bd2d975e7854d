/* SPDX-License-Identifier: MIT */
/* verdict.c - how a program of spaces ends that does not end by itself.
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
#include "replay/replay.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

struct erb_verdict *erb_verdict;

static erbium_atomic32 ending;

/* The first space, in a function of erbium_on_fault that calls exit: it will not come to tell what it has
 * claimed; and others may see it gone before they are killed with it. */
static void
first_exits (int status, void *unused)
{
  (void) unused;
  if (erb_faulting () && erb_kernel_getpid () == erbium_load_relaxed (&erb_verdict->first)
      && erbium_cas (&ending, 0, 1))
    erb_verdict_tell (ERB_BY_EXIT, status);
}

bool
erb_verdict_make (struct erb_heap *heap)
{
  if (erb_verdict)
    return true;
  erb_verdict = erb_memory (heap, sizeof *erb_verdict);
  if (!erb_verdict)
    return false;
  erbium_store_relaxed (&erb_verdict->first, erb_kernel_getpid ());
  on_exit (first_exits, NULL);
  return true;
}

/* A thread that is no space cannot be killed by itself. */
static bool
is_dead (erb_space teller)
{
  return teller >= ERB_SPACES && !erb_space_alive (teller);
}

/* Who claims it is known before others see that somebody has.  One that is dead can tell no
 * more than it has: so the state is read after that. */
bool
erb_verdict_claim (void)
{
  erb_space self = erb_space_self_if_any (), teller;
  self = self >= ERB_SPACES ? self : 1;
  do
    {
      teller = erbium_load_acquire (&erb_verdict->teller);
      if ((teller != 0 && !is_dead (teller)) || erbium_load_acquire (&erb_verdict->state) == ERB_IS_TOLD)
        return false;
    }
  while (!erbium_cas (&erb_verdict->teller, teller, self));
  erbium_store_release (&erb_verdict->state, ERB_BEING_TOLD); /* erb_verdict_look, await_word */
  return true;
}

void
erb_verdict_tell (enum erb_verdict_kind kind, int number)
{
  erb_verdict->kind = kind;
  erb_verdict->number = number;
  erb_verdict->dead = erb_space_cause ();
  erbium_store_release (&erb_verdict->state, ERB_IS_TOLD); /* erb_verdict_look, await_word */
  erb_os->wake_shared (&erb_verdict->state);
}

/* ---- Following --------------------------------------------------------- */

/* For a teller that was killed before it had told. */
static void
tell_instead (erb_space teller)
{
  struct erb_text t;
  if (!erb_verdict_claim ())
    return;
  erb_hosted_dies_of (teller);
  dprintf (STDERR_FILENO, "erbium: error: %s died before it had said why the program ends\n",
           erb_space_say (teller, &t));
  erb_verdict_tell (ERB_BY_FAULT, ERBIUM_EXIT_DEATH);
}

static void
await_word (void)
{
  const int64_t a_while = 10000000;
  int32_t state;
  while ((state = erbium_load_acquire (&erb_verdict->state)) != ERB_IS_TOLD)
    {
      erb_space teller = erbium_load_acquire (&erb_verdict->teller);
      if (is_dead (teller))
        tell_instead (teller);
      else
        erb_os->sleep_shared (&erb_verdict->state, state, a_while);
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
erb_verdict_is_followed (void)
{
  return erbium_load_relaxed (&ending) != 0;
}

/* Several threads of the first space may come here. */
ERB_NORETURN static void
end_all (void)
{
  if (!erbium_cas (&ending, 0, 1))
    erb_wait_for_the_end ();
  erb_replay_end_steps (); /* it does not come to the end that its log would tell of */
  if (erb_verdict->kind == ERB_BY_EXIT)
    exit (erb_verdict->number);
  if (ftrylockfile (stdout) == 0)
    fflush (stdout);
  if (erb_verdict->kind == ERB_BY_SIGNAL)
    die_of (erb_verdict->number);
  _exit (erb_verdict->kind == ERB_BY_SIGNAL ? ERBIUM_EXIT_DEATH : erb_verdict->number);
}

/* Of those that wait for good, how far each has come does not depend on the schedule. */
static void
pass_output (void)
{
  if (erb_verdict->kind == ERB_BY_FAULT && erb_verdict->number == ERBIUM_EXIT_DEADLOCK)
    erb_hosted_pass_all_output ();
  else
    {
      erb_hosted_pass_output (erb_verdict->dead);
      erb_hosted_pass_output (erbium_load_acquire (&erb_verdict->teller));
    }
}

/* The caller is to tell what all others end for. */
void
erb_verdict_follow (void)
{
  if (erb_faulting ())
    erb_fault_of_handler (ERB_NO_PRIMITIVE, NULL, "wait");
  await_word ();
  pass_output ();
  if (erb_kernel_getpid () == erbium_load_relaxed (&erb_verdict->first))
    end_all ();
  _exit (ERBIUM_EXIT_DEATH);
}
