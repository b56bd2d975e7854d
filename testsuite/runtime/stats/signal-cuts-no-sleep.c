/* SPDX-License-Identifier: MIT */
/* SIGUSR1, which prints statistics, cuts no sleep of a process short. */
// RUN: %build
// RUN: env ERBIUM_STATS=1 %t 2>&1 | FileCheck %s
// CHECK: record
// CHECK: slept
#include <signal.h>
#include <time.h>
#include "test.h"

ERBIUM_PROCESS (sleeper, ERBIUM_RECORD (int));
void
sleeper (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) out = erbium_new_write_view (r);
  struct timespec a_while = { 0, 200000000 };
  erbium_register (out, 1);
  erbium_alloc (out, 4);
  erbium_commit (out, 1);
  expect_equal (nanosleep (&a_while, NULL), 0);
  fputs ("slept\n", stderr);
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r);
  struct timespec a_while = { 0, 20000000 };
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  ERBIUM_RUN (sleeper, r);
  erbium_update (in, 1);
  for (int n = 0; n < 5; n++)
    {
      kill (getpid (), SIGUSR1);
      expect_equal (nanosleep (&a_while, NULL), 0);
    }
}
