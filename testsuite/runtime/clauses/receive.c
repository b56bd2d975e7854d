/* SPDX-License-Identifier: MIT */
/* receive (v, i) and receive_range (v, tl, hd) return at once, whatever has
 * been committed, and change no index. */
// RUN: %build
// RUN: %run %t
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (double) r = erbium_new_record (double, 1, 1);
  ERBIUM_VIEW (double) in = erbium_new_read_view (r), out = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_receive (in, 10); /* before there is a window */
  erbium_receive_range (in, 0, 10);
  erbium_alloc (in, 100);
  erbium_alloc (out, 100);
  erbium_receive (in, 1000); /* nothing has been committed: a wait would be a deadlock */
  erbium_receive_range (in, 500, 1000);
  erbium_receive_range (in, 10, 5);
  for (int64_t i = 0; i < 10000; i += 100)
    {
      erbium_stall (out, i + 100);
      for (int64_t k = i; k < i + 100; k++)
        ERBIUM_AT (out, k) = (double) k;
      erbium_commit (out, i + 100);
      erbium_receive (in, i + 200);
      expect_equal (erbium_update (in, i + 50), i + 50);
      erbium_receive_range (in, i + 50, i + 100);
      expect_equal (erbium_update (in, i + 100), i + 100);
      for (int64_t k = i; k < i + 100; k++)
        expect (ERBIUM_AT (in, k) == (double) k);
      erbium_release (in, i + 100);
    }
  erbium_free_view (out, ERBIUM_TERMINATE);
  erbium_receive (in, 20000);
  expect (!erbium_done (in));
  expect_equal (erbium_update (in, 10001), 0);
}
