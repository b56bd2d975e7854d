/* SPDX-License-Identifier: MIT */
/* Checked mode knows a freed view also after thousands of others were freed, and does not
 * take it for a new one that has its place in memory. */
// RUN: %build
// RUN: env ERBIUM_CHECK=1 %exits 120 --only check %t | FileCheck %s
// CHECK: check-freed-view-long-ago.c:[[#]]: error: stall: write view 1 {{.*}} was freed at
#include "test.h"

enum { OTHERS = 20000 };

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) old = erbium_new_write_view (r);
  erbium_free_view (old, ERBIUM_TERMINATE);
  struct ends e = both_ends (4);
  for (int n = 0; n < OTHERS; n++)
    erbium_free_view (erbium_new_read_view (e.record), ERBIUM_TERMINATE);
  ERBIUM_VIEW (int) v[8];
  for (int n = 0; n < 8; n++)
    v[n] = erbium_new_write_view (e.record);
  (void) v;
  erbium_stall (old, 1);
}
