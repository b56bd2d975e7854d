/* SPDX-License-Identifier: MIT */
/* Checked mode: a write to an element that is committed, found at the next call or at the end. */
// RUN: %build
// RUN: env ERBIUM_CHECK=1 %exits 120 --but own %t | FileCheck %s
// RUN: env ERBIUM_CHECK=1 %exits 120 --but own %t span | FileCheck --check-prefix=SPAN %s
// RUN: env ERBIUM_CHECK=1 %exits 120 --but own %t last | FileCheck --check-prefix=LAST %s
// RUN: env ERBIUM_CHECK=1 ERBIUM_TASK=space %exits 120 --but own %t | FileCheck %s
#include "test.h"

int
main (int argc, char **argv)
{
  struct ends e = both_ends (20);
  erbium_stall (e.out, 20);
  for (int i = 0; i < 10; i++)
    {
      ERBIUM_AT (e.out, i) = i > 0 ? ERBIUM_AT (e.out, i - 1) + 1 : 0;
      erbium_commit (e.out, i + 1);
    }
  expect_equal (ERBIUM_AT (e.out, 3), 3); /* a read */
  expect_equal (erbium_update (e.in, 10), 10);
  if (argc > 1 && strcmp (argv[1], "span") == 0)
    {
      int *span = ERBIUM_SPAN (e.out, 5, 15);
      span[5] = 1; /* element 10 */
      erbium_commit (e.out, 11);
      span = ERBIUM_SPAN (e.out, 5, 15);
      span[3] = 1;
      // SPAN: check-write-committed.c:[[#@LINE-2]]: error: write to element 8 of write view 2 (id 1) of record 1 ({{.*}}), whose commit index is 11, in process 'main'
      erbium_commit (e.out, 12);
    }
  ERBIUM_AT (e.out, 6) = 1;
  // CHECK: check-write-committed.c:[[#@LINE-1]]: error: write to element 6 of write view 2 (id 1) of record 1 ({{.*}}), whose commit index is 10, in process 'main'
  // CHECK-NEXT: check-write-committed.c:[[#@LINE-2]]: note: commit an element after the last write to it
  // LAST: check-write-committed.c:[[#@LINE-3]]: error: write to element 6
  if (argc == 1)
    erbium_stall (e.out, 20);
  return 0;
}
