/* SPDX-License-Identifier: MIT */
/* An unregistered read view never holds a producer back: neither before it has
 * updated nor after, whatever it has not released. */
// RUN: %build
// RUN: %run %t
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 0);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r), out = erbium_new_write_view (r);
  erbium_register (out, 1);
  erbium_alloc (in, 10);
  erbium_alloc (out, 10);
  for (int i = 10; i < 100000; i += 10)
    {
      erbium_stall (out, i); /* would be a deadlock */
      ERBIUM_AT (out, i - 1) = i;
      erbium_commit (out, i);
      if (i % 1000 == 0)
        expect_equal (erbium_update (in, i), i);
    }
}
