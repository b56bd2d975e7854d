/* SPDX-License-Identifier: MIT */
/* Two processes that join each other. */
// RUN: %build
// RUN: %exits 121 %t | FileCheck %s
#include "test.h"

static SHARED atomic_int both_run;

ERBIUM_PROCESS (wait_for, int);
void
wait_for (int other)
{
  while (!both_run)
    sched_yield ();
  erbium_name_process (other == 2 ? "a" : "b");
  erbium_join (other == 2 ? 3 : 2);
}

int
main (void)
{
  erbium_process first = ERBIUM_RUN (wait_for, 2); /* handles count from main, 1 */
  expect_equal (first, 2);
  ERBIUM_RUN (wait_for, 1);
  both_run = 1;
  // CHECK: deadlock
  // CHECK-DAG: process 'a' waits in join for the end of process '{{.*}}' ([[#]])
  // CHECK-DAG: process 'b' waits in join for the end of process '{{.*}}' ([[#]])
  // CHECK: note: each joins the next: one must end without waiting for the others
}
