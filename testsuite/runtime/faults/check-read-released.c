/* SPDX-License-Identifier: MIT */
/* Checked mode: a read of what was released. */
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
  erbium_stall (out, 10);
  erbium_commit (out, 10);
  erbium_update (in, 5);
  erbium_release (in, 3);
  int ok = ERBIUM_AT (in, 3);
  return ok + ERBIUM_AT (in, 2);
  // CHECK: check-read-released.c:[[#@LINE-1]]: error: access to element 2 of read view 1 (id 1) of record 1 ({{.*}}), whose window is [3, 5), in process 'main'
}
