/* SPDX-License-Identifier: MIT */
/* A stall that only its own process could let go on, and no horizon: a deadlock, not a lack of memory. */
// RUN: %build
// RUN: %exits 121 %t | FileCheck %s
// CHECK: error: deadlock: every process waits
// CHECK: process 'main' waits in stall of {{.*}}; its horizon is 8 and cannot grow as far as that takes: 268435456 at most
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) out = erbium_new_write_view (r), in = erbium_new_read_view (r);
  erbium_register (out, 1);
  erbium_register (in, 1);
  erbium_alloc (out, 8);
  erbium_alloc (in, 8);
  erbium_stall (out, INT64_C (10000000000));
}
