/* SPDX-License-Identifier: MIT */
/* Several producers write disjoint index ranges of one record; each commits
 * past the ranges that are not its own, up to the common end. */
// RUN: %build
// RUN: %run %t
#include "test.h"

enum { PRODUCERS = 4, BURST = 5, N = 4 * 5 * 250, HORIZON = 64 };

ERBIUM_PROCESS (produce, ERBIUM_RECORD (uint64_t), int);
void
produce (ERBIUM_RECORD (uint64_t) r, int id)
{
  ERBIUM_VIEW (uint64_t) v = erbium_new_write_view (r);
  uint64_t seed = (uint64_t) id;
  erbium_register (v, id);
  erbium_alloc (v, HORIZON);
  for (int64_t i = (id - 1) * BURST; i < N; i += PRODUCERS * BURST)
    {
      erbium_stall (v, i + BURST);
      for (int64_t k = i; k < i + BURST; k++)
        ERBIUM_AT (v, k) = mixed ((uint64_t) k);
      int64_t next = i + PRODUCERS * BURST; /* where it writes next */
      erbium_commit (v, next < N ? next : N);
      dither (&seed);
    }
  erbium_commit (v, N);
}

int
main (void)
{
  ERBIUM_RECORD (uint64_t) r = erbium_new_record (uint64_t, PRODUCERS, 1);
  ERBIUM_VIEW (uint64_t) v = erbium_new_read_view (r);
  uint64_t seed = 9;
  erbium_register (v, 1);
  erbium_alloc (v, HORIZON);
  for (int id = 1; id <= PRODUCERS; id++)
    ERBIUM_RUN (produce, r, id);
  for (int64_t i = 0, to; i < N; i = to)
    {
      to = i + 1 + chance (&seed) % 12;
      to = to < N ? to : N;
      expect_equal (erbium_update (v, to), to);
      for (int64_t k = i; k < to; k++)
        expect_equal (ERBIUM_AT (v, k), mixed ((uint64_t) k));
      erbium_release (v, to);
    }
  expect_equal (erbium_update (v, N + 1), 0);
}
