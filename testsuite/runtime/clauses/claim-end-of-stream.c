/* SPDX-License-Identifier: MIT */
/* An update to the end of a claimed run returns the end of the stream if that is within the run, and
 * 0 if the run begins there or beyond, even if the view has not updated the elements before. */
// RUN: %build
// RUN: %run %t
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 3);
  ERBIUM_VIEW (int) out = erbium_new_write_view (r);
  ERBIUM_VIEW (int) a = erbium_new_read_view (r), b = erbium_new_read_view (r);
  ERBIUM_VIEW (int) c = erbium_new_read_view (r);
  erbium_register (out, 1);
  erbium_register (a, 1);
  erbium_register (b, 2);
  erbium_register (c, 3);
  erbium_alloc (out, 10);
  erbium_alloc (a, 10);
  erbium_alloc (b, 10);
  erbium_alloc (c, 10);
  erbium_stall (out, 6);
  for (int i = 0; i < 6; i++)
    ERBIUM_AT (out, i) = 10 + i;
  erbium_commit (out, 6);
  erbium_free_view (out, ERBIUM_TERMINATE);
  expect_equal (erbium_claim (a, 4, 1), 0);
  expect_equal (erbium_claim (b, 4, 1), 4);
  expect_equal (erbium_claim (c, 4, 1), 8);
  expect_equal (erbium_update (a, 4), 4);
  expect_equal (erbium_update (b, 8), 6);
  expect_equal (ERBIUM_AT (b, 5), 15);
  expect_equal (erbium_update (c, 12), 0); /* though 6 elements are new to it */
  expect (erbium_done (c));
  expect_equal (erbium_update (b, 8), 0);
  expect (!erbium_done (a));
  expect_equal (erbium_claim (a, 1, 1), 12);
  expect_equal (erbium_update (a, 13), 0);
}
