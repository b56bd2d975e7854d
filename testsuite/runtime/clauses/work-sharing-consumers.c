/* SPDX-License-Identifier: MIT */
/* Several consumers share the elements of a record: each updates to and reads
 * its own ranges, and releases past those of the others. */
// RUN: %build
// RUN: %run %t
#include "test.h"

enum { CONSUMERS = 3, BURST = 7, N = 3 * 7 * 300, HORIZON = 64 };

static SHARED atomic_long taken[N];

ERBIUM_PROCESS (consume, ERBIUM_RECORD (uint64_t), int);
void
consume (ERBIUM_RECORD (uint64_t) r, int id)
{
  ERBIUM_VIEW (uint64_t) v = erbium_new_read_view (r);
  uint64_t seed = (uint64_t) id;
  erbium_register (v, id);
  erbium_alloc (v, HORIZON);
  for (int64_t i = (id - 1) * BURST; erbium_update (v, i + BURST) > i; i += CONSUMERS * BURST)
    {
      for (int64_t k = i; k < i + BURST; k++)
        {
          expect_equal (ERBIUM_AT (v, k), mixed ((uint64_t) k));
          atomic_fetch_add (&taken[k], 1);
        }
      erbium_release (v, i + CONSUMERS * BURST);
      dither (&seed);
    }
}

int
main (void)
{
  ERBIUM_RECORD (uint64_t) r = erbium_new_record (uint64_t, 1, CONSUMERS);
  ERBIUM_VIEW (uint64_t) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, HORIZON);
  for (int id = 1; id <= CONSUMERS; id++)
    ERBIUM_RUN (consume, r, id);
  for (int64_t i = 0; i < N; i++)
    {
      erbium_stall (v, i + 1);
      ERBIUM_AT (v, i) = mixed ((uint64_t) i);
      erbium_commit (v, i + 1);
    }
  erbium_free_view (v, ERBIUM_TERMINATE);
  erbium_join_all ();
  for (int64_t i = 0; i < N; i++)
    expect_equal (told (&taken[i]), 1);
}
