/* SPDX-License-Identifier: MIT */
/* With several producers the stream ends at the smallest terminal index, when
 * the least commit index is that: not before, while another producer lags. */
// RUN: %build
// RUN: %run %t
// RUN: %exits 121 %t waits | FileCheck %s
// CHECK: 'main' waits in update {{.*}} for commit index 120 of all its producers; {{.*}}'main' has commit index 50
#include "test.h"

int
main (int argc, char **argv)
{
  (void) argv;
  ERBIUM_RECORD (int) r = erbium_new_record (int, 3, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r);
  ERBIUM_VIEW (int) a = erbium_new_write_view (r), b = erbium_new_write_view (r);
  ERBIUM_VIEW (int) c = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_alloc (in, 200);
  erbium_register (a, 1);
  erbium_register (b, 2);
  erbium_register (c, 3);
  erbium_commit (a, 100);
  erbium_commit (b, 50);
  erbium_commit (c, 200);
  erbium_free_view (a, ERBIUM_TERMINATE);
  erbium_free_view (c, ERBIUM_TERMINATE);
  expect_equal (erbium_update (in, 50), 50);
  if (argc > 1)
    erbium_update (in, 120); /* b lags behind, and lives */
  erbium_commit (b, 120);
  expect_equal (erbium_update (in, 120), 100);
  expect_equal (erbium_update (in, 120), 0);
  expect (erbium_done (in));
  erbium_free_view (b, ERBIUM_TERMINATE);
  expect_equal (erbium_update (in, 120), 0);
}
