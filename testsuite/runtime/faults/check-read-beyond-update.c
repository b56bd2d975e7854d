/* SPDX-License-Identifier: MIT */
/* Checked mode: a read beyond the update index. */
// RUN: %build
// RUN: env ERBIUM_CHECK=1 %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  struct ends e = both_ends (10);
  erbium_stall (e.out, 10);
  erbium_commit (e.out, 10);
  erbium_update (e.in, 5);
  int ok = ERBIUM_AT (e.in, 4);
  return ok + ERBIUM_AT (e.in, 5);
  // CHECK: check-read-beyond-update.c:[[#@LINE-1]]: error: access to element 5 of read view 1 (id 1) of record 1 ({{.*}}), whose window is [0, 5), in process 'main'
  // CHECK-NEXT: note: update before reading, release after
}
