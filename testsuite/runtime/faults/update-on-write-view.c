/* SPDX-License-Identifier: MIT */
/* A write view does not update. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  struct ends e = both_ends (10);
  erbium_update (e.out, 1);
  // CHECK: update-on-write-view.c:[[#@LINE-1]]: error: update: expected a read view, not write view 2 (id 1) of record 1 ({{.*}}), in process 'main'
  // CHECK-NEXT: note: a write view stalls, writes and commits
}
