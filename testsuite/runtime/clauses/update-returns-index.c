/* SPDX-License-Identifier: MIT */
/* update (v, i) returns i: not more where more is there, and i again for an i
 * that is observable already, without waiting. */
// RUN: %build
// RUN: %run %t
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r), out = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, 1000);
  erbium_alloc (out, 1000);
  erbium_stall (out, 900);
  for (int i = 0; i < 900; i++)
    ERBIUM_AT (out, i) = i;
  erbium_commit (out, 900);
  expect_equal (erbium_update (in, 1), 1);
  expect_equal (erbium_update (in, 7), 7);
  expect_equal (erbium_update (in, 7), 7);
  expect_equal (erbium_update (in, 3), 3);
  expect_equal (erbium_update (in, 0), 0);
  expect (!erbium_done (in)); /* that 0 was no end */
  expect_equal (ERBIUM_AT (in, 6), 6); /* a lower update takes nothing back */
  expect_equal (erbium_update (in, 900), 900);
  expect_equal (erbium_update (in, 8), 8);
  expect_equal (ERBIUM_AT (in, 899), 899);
}
