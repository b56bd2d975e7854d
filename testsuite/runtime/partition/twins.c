/* SPDX-License-Identifier: MIT */
/* The tests link a program twice, and the matrix runs the second form as partitions: where that
 * prints something else, or where it is refused, the test fails. */
// UNSUPPORTED: thread, address
// RUN: %build
// RUN: not %run --only space %t 2>&1 | FileCheck %s
// CHECK: prints something else: ERBIUM_TASK=partition {{.*}}
// CHECK: before:
// CHECK-NEXT: a process
// CHECK-NEXT: now:
// CHECK-NEXT: a partition
// RUN: %run --only space --but partition %t | FileCheck --check-prefix=BUT %s
// BUT: a process
// RUN: %run --only partition %t | FileCheck --check-prefix=ONLY %s
// ONLY: a partition
#include "test.h"

ERBIUM_PROCESS (says);
void
says (void)
{
  const char *task = getenv ("ERBIUM_TASK");
  printf ("a %s\n", strcmp (task, "partition") == 0 ? task : "process");
}

int
main (void)
{
  ERBIUM_RUN (says);
  erbium_join_all ();
}
