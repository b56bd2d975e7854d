/* SPDX-License-Identifier: MIT */
/* Checked mode: a write below the stall index less the horizon. */
// RUN: %build
// RUN: env ERBIUM_CHECK=1 %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  struct ends e = both_ends (10);
  erbium_stall (e.out, 10);
  erbium_release (e.in, 10); /* unread */
  erbium_stall (e.out, 15);
  ERBIUM_AT (e.out, 5) = 1;
  ERBIUM_AT (e.out, 4) = 1;
  // CHECK: check-write-below-horizon.c:[[#@LINE-1]]: error: access to element 4 of write view 2 (id 1) of record 1 ({{.*}}), whose window is [5, 15), in process 'main'
}
