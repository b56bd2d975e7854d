/* SPDX-License-Identifier: MIT */
/* A write view does not receive. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  struct ends e = both_ends (10);
  erbium_receive_range (e.out, 0, 1);
  // CHECK: receive-on-write-view.c:[[#@LINE-1]]: error: receive_range: expected a read view, not write view 2 (id 1) of record 1 ({{.*}}), in process 'main'
}
