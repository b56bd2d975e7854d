/* SPDX-License-Identifier: MIT */
/* Checked mode: a write below the stall index less the horizon. */
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
  erbium_update (in, 10);
  erbium_release (in, 10);
  erbium_stall (out, 15);
  ERBIUM_AT (out, 5) = 1;
  ERBIUM_AT (out, 4) = 1;
  // CHECK: check-write-below-horizon.c:[[#@LINE-1]]: error: access to element 4 of write view 2 (id 1) of record 1 ({{.*}}), whose window is [5, 15), in process 'main'
}
