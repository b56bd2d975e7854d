/* SPDX-License-Identifier: MIT */
/* Checked mode: a write beyond the stall index. */
// RUN: %build
// RUN: env ERBIUM_CHECK=1 %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  struct ends e = both_ends (10);
  erbium_stall (e.out, 3);
  ERBIUM_AT (e.out, 2) = 1;
  ERBIUM_AT (e.out, 3) = 1;
  // CHECK: check-write-beyond-stall.c:[[#@LINE-1]]: error: access to element 3 of write view 2 (id 1) of record 1 ({{.*}}), whose window is [0, 3), in process 'main'
  // CHECK-NEXT: note: stall before writing
}
