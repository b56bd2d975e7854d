/* SPDX-License-Identifier: MIT */
/* register (v, -1) of a write view leaves its id to the next one, which starts
 * where the view had come to; the stream does not end. */
// RUN: %build
// RUN: %run %t
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r);
  ERBIUM_VIEW (int) one = erbium_new_write_view (r), two = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_alloc (in, 10);
  erbium_alloc (one, 10);
  erbium_alloc (two, 10);
  erbium_register (one, 1);
  erbium_stall (one, 3);
  for (int i = 0; i < 3; i++)
    ERBIUM_AT (one, i) = i;
  erbium_commit (one, 3);
  erbium_register (one, -1);
  erbium_register (two, 1);
  erbium_commit (two, 2); /* below where it starts */
  erbium_stall (two, 5);
  for (int i = 3; i < 5; i++)
    ERBIUM_AT (two, i) = i;
  erbium_commit (two, 5);
  expect_equal (erbium_update (in, 5), 5);
  for (int i = 0; i < 5; i++)
    expect_equal (ERBIUM_AT (in, i), i);
  /* And back again. */
  erbium_register (two, -1);
  erbium_register (one, 1);
  erbium_free_view (one, ERBIUM_TERMINATE);
  expect_equal (erbium_update (in, 6), 0);
}
