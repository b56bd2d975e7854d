/* SPDX-License-Identifier: MIT */
/* A commit may go any way past elements that are not the producer's own: what was
 * written before is read where it is, whatever the width of the index, whether the
 * producer is there still or has ended. */
// RUN: %build
// RUN: %run %t
#include "test.h"

enum { FAR = 1000000 };

static void
read_behind (bool ended)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) w = erbium_new_write_view (r), v = erbium_new_read_view (r);
  erbium_register (w, 1);
  erbium_alloc (w, 16);
  erbium_register (v, 1);
  erbium_alloc (v, 16);
  erbium_stall (w, (erbium_index) 8);
  for (erbium_index i = 0; i < 8; i++)
    ERBIUM_AT (w, i) = (int) i * 3 + 1;
  erbium_commit (w, (erbium_index) 8);
  erbium_commit (w, (erbium_index) FAR);
  if (ended)
    erbium_free_view (w, ERBIUM_TERMINATE);
  expect_equal (erbium_update (v, (erbium_index) 8), 8);
  for (erbium_index i = 0; i < 8; i++)
    {
      expect_equal (ERBIUM_AT (v, i), i * 3 + 1);
      expect_equal (ERBIUM_AT (v, (int) i), i * 3 + 1);
    }
}

int
main (void)
{
  read_behind (false);
  read_behind (true);
}
