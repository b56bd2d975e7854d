/* SPDX-License-Identifier: MIT */
/* A child of fork that is not ours (no space) has none of the windows of its parent, and cannot
 * write into its streams: touching one kills the child, and the parent goes on. */
// RUN: %build
// RUN: env ERBIUM_TASK=thread %t
// RUN: env ERBIUM_TASK=fiber %t
#include <signal.h>
#include <sys/wait.h>
#include "test.h"

enum { N = 100 };

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) out = erbium_new_write_view (r), in = erbium_new_read_view (r);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (out, N);
  erbium_alloc (in, N);
  erbium_stall (out, N);
  for (int i = 0; i < N; i++)
    ERBIUM_AT (out, i) = i;
  int status, *at = &ERBIUM_AT (out, 0);
  pid_t child = fork ();
  expect (child >= 0);
  if (child == 0)
    {
      signal (SIGSEGV, SIG_DFL);
      *at = -1;
      _exit (0);
    }
  expect_equal (waitpid (child, &status, 0), child);
  expect (WIFSIGNALED (status) && WTERMSIG (status) == SIGSEGV);
  erbium_commit (out, N);
  expect_equal (erbium_update (in, N), N);
  for (int i = 0; i < N; i++)
    expect_equal (ERBIUM_AT (in, i), i);
}
