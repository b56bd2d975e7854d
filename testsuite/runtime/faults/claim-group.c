/* SPDX-License-Identifier: MIT */
/* claim: a group that does not exist, and a view that claims in two groups. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
// RUN: %exits 120 %t two | FileCheck --check-prefix=TWO %s
#include "test.h"

int
main (int argc, char **argv)
{
  (void) argv;
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 2);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  expect_equal (erbium_claim (v, 4, 2), 0);
  if (argc > 1)
    erbium_claim (v, 4, 1);
  // TWO: claim-group.c:[[#@LINE-1]]: error: claim: read view 1 (id 1) of record 1 ({{.*}}) claims in group 1, but has claimed in group 2, in process 'main'
  // TWO-NEXT: note: use a view for each group
  erbium_claim (v, 4, 3);
  // CHECK: claim-group.c:[[#@LINE-1]]: error: claim: the group is 3; expected 1 to 2, in process 'main'
  // CHECK-NEXT: note: the number of a group is that of an id, such as the smallest id of its members
}
