/* SPDX-License-Identifier: MIT */
/* update needs a window. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r);
  erbium_register (in, 1);
  erbium_update (in, 1);
  // CHECK: update-before-alloc.c:[[#@LINE-1]]: error: update: read view 1 (id 1) of record 1 ({{.*}}) has no horizon, in process 'main'
  // CHECK-NEXT: note: call alloc (v, h) first
}
