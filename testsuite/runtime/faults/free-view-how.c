/* SPDX-License-Identifier: MIT */
/* free_view ends with termination or with hand-over. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
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
  erbium_free_view (in, 2);
  // CHECK: free-view-how.c:[[#@LINE-1]]: error: free_view: the way to end is 2; it is ERBIUM_TERMINATE or ERBIUM_HANDOVER, in process 'main'
}
