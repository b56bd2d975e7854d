/* SPDX-License-Identifier: MIT */
/* A pointer that the program has set itself leads to the variable of the runner, and checked mode
 * says so; one that the linker has set leads to the partition's own. */
// UNSUPPORTED: thread, address
// RUN: %build
// RUN: env ERBIUM_TASK=partition %timed %t.partition 2>&1 | FileCheck --check-prefix=VALUES %s
// RUN: env ERBIUM_TASK=partition ERBIUM_CHECK=1 %timed %t.partition 2>&1 | FileCheck %s
// CHECK-NOT: warning
// CHECK: stale-pointers.c:[[#]]: warning: in process 'changes' the variable 'set' points to 'variable' of the process that has run it: a partition has copies of variables, but pointers that the program has set keep their values; set it in the process
// CHECK-NOT: warning
// VALUES: main has 3, in its heap 4
#include "test.h"

static int variable;
static int *volatile linked = &variable;
static int *set, *on_heap;

ERBIUM_PROCESS (changes);
void
changes (void)
{
  *linked = 2;
  *set = 3;
  *on_heap = 4;
  expect_equal (variable, 2);
  set = &variable;
  *set = 5;
  expect_equal (variable, 5);
}

int
main (void)
{
  set = &variable;
  on_heap = malloc (sizeof *on_heap);
  ERBIUM_RUN (changes);
  erbium_join_all ();
  printf ("main has %d, in its heap %d\n", variable, *on_heap);
}
