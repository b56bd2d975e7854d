/* SPDX-License-Identifier: MIT */
/* A view that was given away for the next process is not the giver's. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  (void) erbium_give (v);
  erbium_free_view (v, ERBIUM_TERMINATE);
  // CHECK: given-view-used.c:[[#@LINE-1]]: error: free_view: read view 1 (unregistered) {{.*}} belongs to the process that is started next, in process 'main'
}
