/* SPDX-License-Identifier: MIT */
/* register (v, -1) unregisters: a read view then holds no producer back, and
 * goes on as an observer. */
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
  erbium_alloc (in, 10);
  erbium_alloc (out, 10);
  erbium_stall (out, 10);
  for (int i = 0; i < 10; i++)
    ERBIUM_AT (out, i) = i;
  erbium_commit (out, 10);
  erbium_update (in, 4);
  erbium_release (in, 3);
  erbium_register (in, -1);
  for (int i = 10; i < 100000; i += 10)
    {
      erbium_stall (out, i + 10); /* would be a deadlock */
      for (int k = i; k < i + 10; k++)
        ERBIUM_AT (out, k) = k;
      erbium_commit (out, i + 10);
    }
  expect_equal (erbium_update (in, 100000), 100000);
  erbium_release (in, 100000 - 10);
  for (int i = 100000 - 10; i < 100000; i++)
    expect_equal (ERBIUM_AT (in, i), i);
}
