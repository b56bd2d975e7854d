/* SPDX-License-Identifier: MIT */
/* A view can be given away once; the message names what was called. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  (void) erbium_give (v);
  (void) erbium_give (v);
  // CHECK: give-twice.c:[[#@LINE-1]]: error: erbium_give: read view 1 (unregistered) {{.*}} belongs to the process that is started next, in process 'main'
}
