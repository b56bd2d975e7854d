/* SPDX-License-Identifier: MIT */
/* stall (v, i) waits for the least release index over the record's registered
 * read views: for every consumer, not for some. */
// RUN: %build
// RUN: %run %t
#include "test.h"

enum { READERS = 3, N = 1500, HORIZON = 3 };

static SHARED atomic_long released[READERS];

ERBIUM_PROCESS (consume, ERBIUM_RECORD (int), int);
void
consume (ERBIUM_RECORD (int) r, int id)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  uint64_t seed = (uint64_t) id;
  erbium_register (v, id);
  erbium_alloc (v, HORIZON);
  for (int i = 1; i <= N; i++)
    {
      erbium_update (v, i);
      expect_equal (ERBIUM_AT (v, i - 1), i);
      tell (&released[id - 1], i);
      erbium_release (v, i);
      dither (&seed);
    }
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, READERS);
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, HORIZON);
  for (int id = 1; id <= READERS; id++)
    ERBIUM_RUN (consume, r, id);
  for (int i = 1; i <= N; i++)
    {
      erbium_stall (v, i);
      for (int k = 0; k < READERS; k++)
        expect (own_windows () || told (&released[k]) >= i - HORIZON);
      ERBIUM_AT (v, i - 1) = i;
      erbium_commit (v, i);
    }
}
