/* SPDX-License-Identifier: MIT */
/* After stall (v, i), [i - h, i) is writable: in any order, again and again,
 * until it is committed, without touching what readers still hold. */
// RUN: %build
// RUN: %run %t
#include "test.h"

enum { HORIZON = 50, HELD = 20, N = 3000 };

int
main (void)
{
  ERBIUM_RECORD (uint64_t) r = erbium_new_record (uint64_t, 1, 1);
  ERBIUM_VIEW (uint64_t) in = erbium_new_read_view (r), out = erbium_new_write_view (r);
  uint64_t seed = 7;
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, HORIZON);
  erbium_alloc (out, HORIZON);
  for (int64_t i = 0; i < N; i += HORIZON - HELD)
    {
      int64_t to = i + HORIZON - HELD, first = i < HELD ? 0 : i - HELD;
      erbium_stall (out, to);
      for (int k = 0; k < 200; k++)
        ERBIUM_AT (out, i + chance (&seed) % (HORIZON - HELD)) = 0;
      for (int64_t k = to; k-- > i;)
        ERBIUM_AT (out, k) = mixed ((uint64_t) k);
      erbium_commit (out, to);
      erbium_update (in, to);
      for (int64_t k = first; k < to; k++) /* HELD of them from before */
        expect_equal (ERBIUM_AT (in, k), mixed ((uint64_t) k));
      erbium_release (in, to - HELD);
    }
}
