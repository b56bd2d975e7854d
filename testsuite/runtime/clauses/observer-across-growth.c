/* SPDX-License-Identifier: MIT */
/* What an unregistered reader missed includes what a window that has grown does
 * not show any more. */
// RUN: %build
// RUN: %run %t
#include "test.h"

enum { BEFORE = 100000, AFTER = 100 };

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 0);
  ERBIUM_VIEW (int) out = erbium_new_write_view (r), in = erbium_new_read_view (r);
  erbium_register (out, 1);
  erbium_alloc (out, 10);
  erbium_alloc (in, BEFORE + AFTER);
  for (int i = 0; i < BEFORE + AFTER; i++)
    {
      if (i == BEFORE)
        erbium_alloc (out, 10 * BEFORE); /* the window grows */
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = i;
      erbium_commit (out, i + 1);
    }
  expect_equal (erbium_update (in, BEFORE + AFTER), BEFORE + AFTER);
  int lost = (int) erbium_missed (in);
  expect (lost >= 0 && lost <= BEFORE + AFTER);
  for (int i = lost; i < BEFORE + AFTER; i++)
    expect_equal (ERBIUM_AT (in, i), i);
  erbium_release (in, BEFORE + AFTER + 50); /* beyond what it has observed */
  expect_equal (erbium_missed (in), 0);
}
