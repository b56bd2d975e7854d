/* SPDX-License-Identifier: MIT */
/* Checked mode: what was released before it was updated was never live. */
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
  erbium_release (e.in, 8);
  return ERBIUM_AT (e.in, 4);
  // CHECK: check-read-released-ahead.c:[[#@LINE-1]]: error: access to element 4 of read view 1 (id 1) of record 1 ({{.*}}), whose window is [5, 5), in process 'main'
}
