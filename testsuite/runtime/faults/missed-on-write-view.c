/* SPDX-License-Identifier: MIT */
/* missed is asked of a read view. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  struct ends e = both_ends (10);
  erbium_missed (e.out);
  // CHECK: missed-on-write-view.c:[[#@LINE-1]]: error: missed: expected a read view, not write view 2 (id 1) of record 1 ({{.*}}), in process 'main'
}
