/* SPDX-License-Identifier: MIT */
/* commit (v, i) publishes the elements [0, i): whoever observes i sees all of
 * them as they were written before. */
// RUN: %build
// RUN: %run %t
#include "test.h"

enum { N = 20000, HORIZON = 64 };

ERBIUM_PROCESS (produce, ERBIUM_RECORD (uint64_t));
void
produce (ERBIUM_RECORD (uint64_t) r)
{
  ERBIUM_VIEW (uint64_t) v = erbium_new_write_view (r);
  uint64_t seed = 1;
  erbium_register (v, 1);
  erbium_alloc (v, HORIZON);
  for (int64_t i = 0, to; i < N; i = to)
    {
      to = i + 1 + chance (&seed) % HORIZON;
      erbium_stall (v, to);
      for (int64_t k = to; k-- > i;) /* the last first */
        ERBIUM_AT (v, k) = mixed ((uint64_t) k);
      erbium_commit (v, to);
      dither (&seed);
    }
}

int
main (void)
{
  ERBIUM_RECORD (uint64_t) r = erbium_new_record (uint64_t, 1, 1);
  ERBIUM_VIEW (uint64_t) v = erbium_new_read_view (r);
  uint64_t seed = 2;
  erbium_register (v, 1);
  erbium_alloc (v, HORIZON);
  ERBIUM_RUN (produce, r);
  for (int64_t i = 0, to; i < N; i = to)
    {
      to = erbium_update (v, i + 1 + chance (&seed) % HORIZON);
      for (int64_t k = i; k < to; k++)
        expect_equal (ERBIUM_AT (v, k), mixed ((uint64_t) k));
      erbium_release (v, to);
      dither (&seed);
    }
}
