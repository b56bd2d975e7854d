/* SPDX-License-Identifier: MIT */
/* The last elements of a stream may stand in a window that the reader has not
 * used yet: the update that finds the end moves to it. */
// RUN: %build
// RUN: %run %t
#include "test.h"

enum { LENGTH = 50 };
struct page { int number[1024]; };

int
main (void)
{
  erbium_set ("WINDOW", "1"); /* as small as can be: it grows */
  ERBIUM_RECORD (struct page) r = erbium_new_record (struct page, 1, 1);
  ERBIUM_VIEW (struct page) in = erbium_new_read_view (r), out = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, 2 * LENGTH);
  erbium_alloc (out, LENGTH);
  erbium_stall (out, LENGTH);
  for (int i = 0; i < LENGTH; i++)
    ERBIUM_AT (out, i).number[0] = i;
  erbium_commit (out, LENGTH);
  erbium_free_view (out, ERBIUM_TERMINATE);
  expect_equal (erbium_update (in, 2 * LENGTH), LENGTH);
  for (int i = 0; i < LENGTH; i++)
    expect_equal (ERBIUM_AT (in, i).number[0], i);
}
