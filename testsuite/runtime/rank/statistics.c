/* SPDX-License-Identifier: MIT */
/* Rank 0 prints the statistics of all ranks, in their order, as text or JSON; each process is in
 * the table of the rank on which it has run.  The bottleneck is that of all ranks. */
// RUN: %build
// RUN: env ERBIUM_STATS=1 %ranks --of 3 --through "FileCheck %s" %t
// RUN: env ERBIUM_STATS=json %ranks --of 3 --through "python3 %S/inputs/rank_sums.py" %t
#include "test.h"

enum { N = 1000 };

ERBIUM_PROCESS (make, ERBIUM_RECORD (int));
void
make (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, N);
  erbium_stall (v, N);
  erbium_commit (v, N);
}

ERBIUM_PROCESS (take, ERBIUM_RECORD (int));
void
take (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  expect_equal (erbium_update (v, N), N);
  erbium_release (v, N);
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  erbium_name_record (r, "numbers");
  ERBIUM_RUN (make, r);
  ERBIUM_RUN (take, r);
}
// CHECK: rank 0:
// CHECK-NOT: {{^}}take
// CHECK: {{^}}main
// CHECK: {{^}}numbers
// CHECK: rank 1:
// CHECK: {{^}}make {{.*}} 1000
// CHECK: {{^}}numbers
// CHECK: rank 2:
// CHECK: {{^}}take {{.*}} 1000
// CHECK-NOT: {{^}}rank
// CHECK: {{^}}bottleneck | {{.+}} ms
