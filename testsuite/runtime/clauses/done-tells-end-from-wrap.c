/* SPDX-License-Identifier: MIT */
/* An update to an index of 32 bits that has wrapped gives 0 too: done tells it
 * from the end of the stream, also one that ends at that very index. */
// RUN: %build
// RUN: %run %t
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r), out = erbium_new_write_view (r);
  const int64_t wrap = INT64_C (1) << 32;
  uint32_t i = 0;
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, 4);
  erbium_alloc (out, 4);
  erbium_commit (out, wrap);
  expect_equal (erbium_update (in, wrap - 2), wrap - 2);
  expect (!erbium_done (in));
  i = (uint32_t) erbium_update (in, i); /* 2^32 */
  expect_equal (i, 0);
  expect (!erbium_done (in));
  erbium_free_view (out, ERBIUM_TERMINATE);
  expect (!erbium_done (in)); /* nobody has met the end yet */
  i = (uint32_t) erbium_update (in, i + 1);
  expect_equal (i, 0);
  expect (erbium_done (in));
}
