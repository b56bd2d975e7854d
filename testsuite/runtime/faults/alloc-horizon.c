/* SPDX-License-Identifier: MIT */
/* A horizon has at least one element. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r);
  erbium_alloc (in, 0);
  // CHECK: alloc-horizon.c:[[#@LINE-1]]: error: alloc: the horizon is 0; expected 1 to 268435456, in process 'main'
}
