/* SPDX-License-Identifier: MIT */
/* Several consumers may each see all elements; nothing is copied: they read
 * the same memory, unless they have private windows. */
// RUN: %build
// RUN: %run %t
#include "test.h"

enum { CONSUMERS = 5, N = 4000, HORIZON = 32 };

static _Atomic (uintptr_t) place; /* of element 0 */

ERBIUM_PROCESS (consume, ERBIUM_RECORD (uint64_t), int);
void
consume (ERBIUM_RECORD (uint64_t) r, int id)
{
  ERBIUM_VIEW (uint64_t) v = erbium_new_read_view (r);
  uint64_t seed = (uint64_t) id;
  erbium_register (v, id);
  erbium_alloc (v, HORIZON);
  int64_t i = 0;
  for (; erbium_update (v, i + 1) > i; i++)
    {
      if (i == 0 && !own_windows ())
        {
          uintptr_t mine = (uintptr_t) &ERBIUM_AT (v, 0), none = 0;
          if (!atomic_compare_exchange_strong (&place, &none, mine))
            expect_equal (none, mine);
        }
      expect_equal (ERBIUM_AT (v, i), mixed ((uint64_t) i));
      erbium_release (v, i + 1);
      dither (&seed);
    }
  expect_equal (i, N);
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
}
