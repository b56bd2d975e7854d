/* SPDX-License-Identifier: MIT */
/* Each of the two indices of a span is taken modulo 2^32 if its own type has less
 * than 64 bits, whatever the other's type. */
// RUN: %build
// RUN: %run %t
// RUN: %cc -DERBIUM_TRUSTED %s -o %t.trusted %libs
// RUN: %run %t.trusted
#include "test.h"

enum { HORIZON = 64 };

int
main (void)
{
  struct ends e = both_ends (HORIZON);
  const erbium_index from = INT64_C (3) << 32, to = from + HORIZON;
  const unsigned narrow_from = (unsigned) from, narrow_to = (unsigned) to;
  erbium_commit (e.out, from);
  erbium_update (e.in, from);
  erbium_release (e.in, from);
  erbium_stall (e.out, to);
  ERBIUM_SPAN (e.out, from, to)[0] = 10;
  expect_equal (ERBIUM_SPAN (e.out, narrow_from, to)[0]++, 10);
  expect_equal (ERBIUM_SPAN (e.out, from, narrow_to)[0]++, 11);
  expect_equal (ERBIUM_SPAN (e.out, narrow_from, narrow_to)[0]++, 12);
  ERBIUM_SPAN (e.out, narrow_from, to)[HORIZON - 1] = 20;
  erbium_commit (e.out, to);
  erbium_receive_range (e.in, narrow_from, to);
  erbium_receive_range (e.in, from, narrow_to);
  erbium_update (e.in, to);
  expect_equal (ERBIUM_SPAN (e.in, narrow_from, to)[0], 13);
  expect_equal (ERBIUM_SPAN (e.in, from, narrow_to)[HORIZON - 1], 20);
}
