/* SPDX-License-Identifier: MIT */
/* Checked mode: a write beyond the stall index. */
// RUN: %build
// RUN: env ERBIUM_CHECK=1 %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r);
  ERBIUM_VIEW (int) out = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, 10);
  erbium_alloc (out, 10);
  erbium_stall (out, 3);
  ERBIUM_AT (out, 2) = 1;
  ERBIUM_AT (out, 3) = 1;
  // CHECK: check-write-beyond-stall.c:[[#@LINE-1]]: error: access to element 3 of write view 2 (id 1) of record 1 ({{.*}}), whose window is [0, 3), in process 'main'
  // CHECK-NEXT: note: stall before writing
}
