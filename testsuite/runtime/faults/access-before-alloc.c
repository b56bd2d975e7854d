/* SPDX-License-Identifier: MIT */
/* An access to an element needs a window. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) out = erbium_new_write_view (r);
  erbium_register (out, 1);
  ERBIUM_AT (out, 0) = 1;
  // CHECK: access-before-alloc.c:[[#@LINE-1]]: error: access to an element of write view 1 (id 1) of record 1 ({{.*}}), which has no horizon, in process 'main'
  // CHECK-NEXT: note: call alloc (v, h) first
}
