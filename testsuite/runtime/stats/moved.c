/* SPDX-License-Identifier: MIT */
/* What a view has moved is counted once, for who has moved it: not what its
 * predecessor on the id has (HANDOVER, register -1), nor what it did before it was
 * passed on. */
// RUN: %build
// RUN: env ERBIUM_STATS=1 %t 2>&1 | FileCheck %s
#include "test.h"

static void
write_to (ERBIUM_VIEW (int) v, int to)
{
  erbium_alloc (v, 100);
  erbium_stall (v, to);
  erbium_commit (v, to);
}

ERBIUM_PROCESS (first, ERBIUM_VIEW (int));
void
first (ERBIUM_VIEW (int) v)
{
  erbium_register (v, 1);
  write_to (v, 10);
  erbium_free_view (v, ERBIUM_HANDOVER);
}

/* It has written to id 2 when it goes on with id 1. */
ERBIUM_PROCESS (second, ERBIUM_VIEW (int));
void
second (ERBIUM_VIEW (int) v)
{
  erbium_register (v, 2);
  write_to (v, 40);
  erbium_register (v, -1);
  erbium_register (v, 1);
  write_to (v, 13);
  erbium_register (v, -1);
  erbium_register (v, 2);
  write_to (v, 45);
}

ERBIUM_PROCESS (third, ERBIUM_VIEW (int));
void
third (ERBIUM_VIEW (int) v)
{
  erbium_release (v, 9);
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 2, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r), a = erbium_new_write_view (r),
                    b = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_alloc (in, 100);
  erbium_join (ERBIUM_RUN (first, a));
  erbium_join (ERBIUM_RUN (second, b));
  erbium_update (in, 13);
  erbium_release (in, 4);
  erbium_stats (stderr);
  // CHECK-DAG: {{^}}main 1 4 0 [[#]] |
  // CHECK-DAG: {{^}}first 2 0 10 [[#]] |
  // CHECK-DAG: {{^}}second 3 0 48 [[#]] |
  // CHECK: {{^}}record views
  erbium_join (ERBIUM_RUN (third, in));
  // CHECK-DAG: {{^}}main 1 4 0 [[#]] |
  // CHECK-DAG: {{^}}third 4 5 0 [[#]] |
  // CHECK: {{^}}record views
}
