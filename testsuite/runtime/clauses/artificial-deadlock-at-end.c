/* SPDX-License-Identifier: MIT */
/* Where a producer has ended, a reader waits for the others only as far as that
 * end: one that is beyond it blocks nobody, whatever it waits for itself, and an
 * artificial deadlock with another is grown away. */
// RUN: %build
// RUN: %run %t
#include "test.h"

static ERBIUM_VIEW (int)
reader (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 20);
  return v;
}

static ERBIUM_VIEW (int)
writer (ERBIUM_RECORD (int) r, int id, int horizon)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, id);
  erbium_alloc (v, horizon);
  return v;
}

/* Ends the stream at 5. */
ERBIUM_PROCESS (first, ERBIUM_RECORD (int));
void
first (ERBIUM_RECORD (int) r)
{
  erbium_commit (writer (r, 1, 20), 5);
}

/* Is beyond that, and waits for main. */
ERBIUM_PROCESS (second, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
second (ERBIUM_RECORD (int) r, ERBIUM_RECORD (int) back)
{
  ERBIUM_VIEW (int) in = reader (back);
  erbium_commit (writer (r, 2, 20), 7);
  erbium_update (in, 1);
}

/* Has no room to get there: main reads what is in the way later. */
ERBIUM_PROCESS (third, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
third (ERBIUM_RECORD (int) r, ERBIUM_RECORD (int) side)
{
  ERBIUM_VIEW (int) v = writer (r, 3, 20), w = writer (side, 1, 1);
  erbium_commit (v, 3);
  for (int i = 1; i <= 10; i++)
    {
      erbium_stall (w, i);
      ERBIUM_AT (w, i - 1) = i;
      erbium_commit (w, i);
    }
  erbium_commit (v, 8);
}

int
main (void)
{
  for (int n = rounds (20); n > 0; n--)
    {
      ERBIUM_RECORD (int) r = erbium_new_record (int, 3, 1);
      ERBIUM_RECORD (int) back = erbium_new_record (int, 1, 1);
      ERBIUM_RECORD (int) side = erbium_new_record (int, 1, 1);
      ERBIUM_VIEW (int) in = reader (r), from = reader (side), out = writer (back, 1, 1);
      ERBIUM_RUN (first, r);
      ERBIUM_RUN (second, r, back);
      ERBIUM_RUN (third, r, side);
      expect_equal (erbium_update (in, 10), 5);
      erbium_commit (out, 1);
      expect_equal (erbium_update (from, 10), 10);
      for (int i = 1; i <= 10; i++)
        expect_equal (ERBIUM_AT (from, i - 1), i);
      erbium_free_view (in, ERBIUM_TERMINATE);
      erbium_free_view (from, ERBIUM_TERMINATE);
      erbium_free_view (out, ERBIUM_TERMINATE);
      erbium_join_all ();
    }
}
