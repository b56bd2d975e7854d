/* SPDX-License-Identifier: MIT */
/* register returns the id that the view holds: the one that it asked for, and 0 when it gave its id
 * up. */
// RUN: %build
// RUN: %run %t
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 2, 3);
  ERBIUM_VIEW (int) out = erbium_new_write_view (r), in = erbium_new_read_view (r);
  expect_equal (erbium_register (out, 2), 2);
  expect_equal (erbium_register (in, 3), 3);
  expect_equal (erbium_register (out, -1), 0);
  expect_equal (erbium_register (out, 1), 1);
  expect_equal (erbium_register (in, -1), 0);
}
