/* SPDX-License-Identifier: MIT */
/* When the least commit index is that of a terminated view with terminal index
 * t, update (v, i) does not wait: it returns min (i, t) if that is beyond the
 * update index, else 0, and done tells that 0 apart. */
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
  erbium_alloc (in, 200);
  erbium_alloc (out, 200);
  erbium_stall (out, 100);
  for (int i = 0; i < 100; i++)
    ERBIUM_AT (out, i) = i;
  erbium_commit (out, 100);
  expect_equal (erbium_update (in, 10), 10);
  erbium_free_view (out, ERBIUM_TERMINATE);
  expect_equal (erbium_update (in, 20), 20); /* what is left, as asked */
  expect (!erbium_done (in));
  expect_equal (erbium_update (in, 120), 100); /* min (i, t) */
  expect (!erbium_done (in));
  for (int i = 0; i < 100; i++)
    expect_equal (ERBIUM_AT (in, i), i);
  expect_equal (erbium_update (in, 120), 0); /* not beyond the update index */
  expect (erbium_done (in));
  expect_equal (erbium_update (in, 101), 0);
  expect_equal (erbium_update (in, 100), 100); /* observable already */
  erbium_release (in, 100);
  expect_equal (erbium_update (in, 1000), 0);

  /* A stream of nothing. */
  ERBIUM_RECORD (int) none = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (none), w = erbium_new_write_view (none);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  erbium_register (w, 1);
  erbium_free_view (w, ERBIUM_TERMINATE);
  expect (!erbium_done (v)); /* no update has found it yet */
  expect_equal (erbium_update (v, 1), 0);
  expect (erbium_done (v));
}
