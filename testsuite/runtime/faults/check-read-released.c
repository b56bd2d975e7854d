/* SPDX-License-Identifier: MIT */
/* Checked mode: a read of what was released. */
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
  erbium_release (e.in, 3);
  int ok = ERBIUM_AT (e.in, 3);
  return ok + ERBIUM_AT (e.in, 2);
  // CHECK: check-read-released.c:[[#@LINE-1]]: error: access to element 2 of read view 1 (id 1) of record 1 ({{.*}}), whose window is [3, 5), in process 'main'
}
