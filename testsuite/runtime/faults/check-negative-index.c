/* SPDX-License-Identifier: MIT */
/* Checked mode: an index below 0. */
// RUN: %build
// RUN: env ERBIUM_CHECK=1 %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  struct ends e = both_ends (10);
  erbium_stall (e.out, 5);
  ERBIUM_AT (e.out, -1) = 1;
  // CHECK: check-negative-index.c:[[#@LINE-1]]: error: access to element -1 of write view 2 (id 1) of record 1 ({{.*}}), whose window is [0, 5), in process 'main'
}
