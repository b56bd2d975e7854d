/* SPDX-License-Identifier: MIT */
/* steps.h - a process that is run instruction by instruction. */
#ifndef STEPS_H
#define STEPS_H

#include <sys/ptrace.h>

#include "spaces.h"

/* A child that stands still before body. */
static inline pid_t
start_still (void (*body) (void *), void *with)
{
  pid_t child = fork ();
  expect (child >= 0);
  if (child == 0)
    {
      ptrace (PTRACE_TRACEME, 0, NULL, NULL);
      raise (SIGSTOP);
      body (with);
      _exit (0);
    }
  expect (WIFSTOPPED (status_of (child)));
  return child;
}

/* So many steps; returns how many it took, if it ended before. */
static inline long
step (pid_t child, long most, bool *ended)
{
  int status, signal = 0;
  long n = 0;
  fflush (stdout);
  for (*ended = false; n < most; n++)
    {
      expect (ptrace (PTRACE_SINGLESTEP, child, NULL, (void *) (long) signal) == 0);
      status = status_of (child);
      if (!WIFSTOPPED (status))
        {
          expect_equal (status, 0);
          *ended = true;
          return n;
        }
      signal = WSTOPSIG (status) == SIGTRAP ? 0 : WSTOPSIG (status);
    }
  return n;
}

/* The rest at a go. */
static inline void
let_go (pid_t child)
{
  expect (ptrace (PTRACE_DETACH, child, NULL, NULL) == 0);
  expect_good_end (child);
}

#endif
