/* SPDX-License-Identifier: MIT */
/* Checked mode: a span whose end lies outside of the window. */
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
  int *span = ERBIUM_SPAN (e.in, 0, 6);
  // CHECK: check-span-beyond.c:[[#@LINE-1]]: error: access to element 5 of read view 1 (id 1) of record 1 ({{.*}}), whose window is [0, 5), in process 'main'
  return span[0];
}
