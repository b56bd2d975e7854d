/* SPDX-License-Identifier: MIT */
/* commit (v, i) publishes i if i is beyond the commit index; else nothing: a
 * lower commit takes nothing back. */
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
  erbium_alloc (in, 100);
  erbium_alloc (out, 100);
  erbium_stall (out, 10);
  for (int i = 0; i < 10; i++)
    ERBIUM_AT (out, i) = i;
  erbium_commit (out, 10);
  erbium_commit (out, 5);
  erbium_commit (out, 10);
  erbium_commit (out, 0);
  erbium_commit (out, -1);
  expect_equal (erbium_update (in, 10), 10); /* a true deadlock if it were 5 */
  for (int i = 0; i < 10; i++)
    expect_equal (ERBIUM_AT (in, i), i);
  /* The terminal index is the commit index, not the last argument. */
  erbium_free_view (out, ERBIUM_TERMINATE);
  expect_equal (erbium_update (in, 11), 0);
  expect (erbium_done (in));
}
