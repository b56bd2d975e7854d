/* SPDX-License-Identifier: MIT */
/* Signals to itself work; a program that blocks all signals, or handles faults itself,
 * is sealed all the same. */
// RUN: %build -D_GNU_SOURCE
// RUN: %sealed %t
// RUN: %sealed --status 134 %t abort
// RUN: %sealed --status 139 %t fault
// RUN: %sealed --status 139 %t jump
#include <setjmp.h>
#include <signal.h>
#include <time.h>
#include <x86intrin.h>
#include "erbium/papers.h"
#include "test.h"

static int got;
static pid_t self, seen;
static sigjmp_buf back;
static int *volatile nowhere = (int *) 16;

static void
on_user (int number)
{
  got = number;
  seen = getpid (); /* stopped by the filter, here too */
}

static void
on_fault (int number, siginfo_t *info, void *context)
{
  (void) number, (void) context;
  expect (info->si_addr == (void *) 16);
  siglongjmp (back, 1);
}

static void
handled (void)
{
  struct sigaction user = { .sa_handler = on_user }, fault = { .sa_flags = SA_SIGINFO }, old;
  sigset_t all, now;
  sigfillset (&all);
  user.sa_mask = all;
  fault.sa_sigaction = on_fault;
  sigaction (SIGUSR1, &user, NULL);
  sigaction (SIGSEGV, &fault, NULL);
  sigaction (SIGSEGV, NULL, &old);
  expect (old.sa_sigaction == on_fault);
  expect_equal (sigaction (SIGSYS, &user, NULL), -1);
  self = getpid ();
  raise (SIGUSR1);
  expect_equal (got, SIGUSR1);
  expect_equal (seen, self);
  sigprocmask (SIG_SETMASK, &all, NULL);
  sigprocmask (SIG_BLOCK, NULL, &now);
  expect_equal (sigismember (&now, SIGUSR1), 1);
  expect (time (NULL) == 946684800 && __rdtsc () > 0);
  sigemptyset (&all);
  sigprocmask (SIG_SETMASK, &all, NULL);
  if (!sigsetjmp (back, 1))
    *nowhere = 1;
  expect (__rdtsc () > 0);
}

int
main (int argc, char **argv)
{
  space_alloc (0);
  if (argc == 1)
    handled ();
  else if (strcmp (argv[1], "abort") == 0)
    abort ();
  else if (strcmp (argv[1], "jump") == 0)
    ((void (*) (void)) nowhere) ();
  else
    *nowhere = 1;
}
