/* SPDX-License-Identifier: MIT */
/* free_view ends with termination or with hand-over. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  struct ends e = both_ends (10);
  erbium_free_view (e.in, 2);
  // CHECK: free-view-how.c:[[#@LINE-1]]: error: free_view: the second argument is 2; expected ERBIUM_TERMINATE or ERBIUM_HANDOVER, in process 'main'
}
