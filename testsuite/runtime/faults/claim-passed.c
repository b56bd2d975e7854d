/* SPDX-License-Identifier: MIT */
/* A view passes elements that it has not claimed, and claims them afterwards; it claims too many
 * elements, or none. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
// RUN: %exits 120 %t commit | FileCheck --check-prefix=COMMIT %s
// RUN: %exits 120 %t none | FileCheck --check-prefix=NONE %s
// RUN: %exits 120 %t many | FileCheck --check-prefix=MANY %s
// RUN: %exits 120 %t beyond | FileCheck --check-prefix=BEYOND %s
#include "test.h"

int
main (int argc, char **argv)
{
  const char *what = argc > 1 ? argv[1] : "";
  struct ends e = both_ends (10);
  if (strcmp (what, "none") == 0)
    erbium_claim (e.in, 0, 1);
  // NONE: claim-passed.c:[[#@LINE-1]]: error: claim: the number of elements is 0; expected 1 to 2^62, in process 'main'
  if (strcmp (what, "many") == 0)
    erbium_claim (e.in, INT64_MAX, 1);
  // MANY: claim-passed.c:[[#@LINE-1]]: error: claim: the number of elements is 9223372036854775807; expected 1 to 2^62
  expect_equal (erbium_claim (e.in, 4, 1), 0);
  expect_equal (erbium_claim (e.out, 4, 1), 0);
  if (strcmp (what, "beyond") == 0)
    {
      expect_equal (erbium_claim (e.in, ((erbium_index) 1 << 62) - 4, 1), 4);
      erbium_claim (e.in, 1, 1);
      // BEYOND: claim-passed.c:[[#@LINE-1]]: error: claim: read view 1 (id 1) of record 1 ({{.*}}) claims elements beyond 2^62
    }
  erbium_commit (e.out, 5);
  erbium_release (e.in, 6);
  if (strcmp (what, "commit") == 0)
    erbium_claim (e.out, 4, 1);
  // COMMIT: claim-passed.c:[[#@LINE-1]]: error: claim: write view 2 (id 1) of record 1 ({{.*}}) has commit index 5, but the next run begins at 4, in process 'main'
  // COMMIT-NEXT: note: commit no elements beyond those that views of its group have claimed
  erbium_claim (e.in, 4, 1);
  // CHECK: claim-passed.c:[[#@LINE-1]]: error: claim: read view 1 (id 1) of record 1 ({{.*}}) has release index 6, but the next run begins at 4, in process 'main'
  // CHECK-NEXT: note: release no elements beyond those that views of its group have claimed
}
