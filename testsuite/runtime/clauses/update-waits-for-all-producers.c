/* SPDX-License-Identifier: MIT */
/* update (v, i) waits until the least commit index over the record's write
 * views is at least i: for every producer, not for some. */
// RUN: %build
// RUN: %run %t
#include "test.h"

enum { PRODUCERS = 3, N = 1500 };

static SHARED atomic_long committed[PRODUCERS];

ERBIUM_PROCESS (produce, ERBIUM_RECORD (int), int);
void
produce (ERBIUM_RECORD (int) r, int id)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  uint64_t seed = (uint64_t) id;
  erbium_register (v, id);
  erbium_alloc (v, 32);
  for (int i = 1; i <= N; i++)
    {
      erbium_stall (v, i);
      if (i % PRODUCERS == id - 1)
        ERBIUM_AT (v, i - 1) = i;
      tell (&committed[id - 1], i);
      erbium_commit (v, i);
      dither (&seed);
    }
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, PRODUCERS, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 32);
  for (int id = 1; id <= PRODUCERS; id++)
    ERBIUM_RUN (produce, r, id);
  for (int i = 1; i <= N; i++)
    {
      erbium_update (v, i);
      for (int k = 0; k < PRODUCERS; k++)
        expect (told (&committed[k]) >= i);
      expect_equal (ERBIUM_AT (v, i - 1), i);
      erbium_release (v, i);
    }
}
