/* SPDX-License-Identifier: MIT */
/* A read view does not stall. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  struct ends e = both_ends (10);
  erbium_stall (e.in, 1);
  // CHECK: stall-on-read-view.c:[[#@LINE-1]]: error: stall: expected a write view, not read view 1 (id 1) of record 1 ({{.*}}), in process 'main'
  // CHECK-NEXT: note: a read view updates, reads and releases
}
