/* SPDX-License-Identifier: MIT */
/* stall needs a window. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) out = erbium_new_write_view (r);
  erbium_register (out, 1);
  erbium_stall (out, 1);
  // CHECK: stall-before-alloc.c:[[#@LINE-1]]: error: stall: write view 1 (id 1) of record 1 ({{.*}}) has no horizon, in process 'main'
  // CHECK-NEXT: note: call alloc (v, h) first
}
