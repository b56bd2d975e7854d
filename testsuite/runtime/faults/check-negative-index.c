/* SPDX-License-Identifier: MIT */
/* Checked mode: an index below 0. */
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
  erbium_stall (out, 5);
  ERBIUM_AT (out, -1) = 1;
  // CHECK: check-negative-index.c:[[#@LINE-1]]: error: access to element -1 of write view 2 (id 1) of record 1 ({{.*}}), whose window is [0, 5), in process 'main'
}
