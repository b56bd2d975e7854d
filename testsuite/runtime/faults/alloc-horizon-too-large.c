/* SPDX-License-Identifier: MIT */
/* A horizon has at most 1 GiB. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r);
  erbium_alloc (in, (INT64_C (1) << 29) + 1);
  // CHECK: alloc-horizon-too-large.c:[[#@LINE-1]]: error: alloc: the horizon is 536870913; expected 1 to 268435456, in process 'main'
  // CHECK: note: a window has at most 1 GiB
}
