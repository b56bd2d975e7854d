/* SPDX-License-Identifier: MIT */
/* Checked mode: a write view that claims writes outside of its run. */
// RUN: %build
// RUN: env ERBIUM_CHECK=1 %exits 120 --but own %t | FileCheck %s
// RUN: env ERBIUM_CHECK=1 %exits 120 --but own %t before | FileCheck --check-prefix=BEFORE %s
#include "test.h"

int
main (int argc, char **argv)
{
  (void) argv;
  struct ends e = both_ends (20);
  expect_equal (erbium_claim (e.in, 4, 1), 0);
  expect_equal (erbium_claim (e.out, 4, 1), 0);
  expect_equal (erbium_claim (e.out, 4, 1), 4);
  erbium_stall (e.out, 12);
  ERBIUM_AT (e.out, 4) = 1;
  ERBIUM_AT (e.out, 7) = 1;
  if (argc > 1)
    ERBIUM_AT (e.out, 3) = 1;
  // BEFORE: check-write-not-claimed.c:[[#@LINE-1]]: error: access to element 3 of write view 2 (id 1) of record 1 ({{.*}}), which has claimed [4, 8), in process 'main'
  erbium_commit (e.out, 12);
  expect_equal (erbium_update (e.in, 12), 12);
  expect_equal (ERBIUM_AT (e.in, 7), 1); /* a reader may read other elements */
  ERBIUM_AT (e.out, 8) = 1;
  // CHECK: check-write-not-claimed.c:[[#@LINE-1]]: error: access to element 8 of write view 2 (id 1) of record 1 ({{.*}}), which has claimed [4, 8), in process 'main'
  // CHECK-NEXT: note: write only elements that were claimed last: others write the other elements
}
