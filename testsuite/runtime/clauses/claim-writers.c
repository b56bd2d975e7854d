/* SPDX-License-Identifier: MIT */
/* Write views claim, too; each side of a record has counters of its own.  Runs may differ in size.
 * A view that takes an id over claims the elements that follow those claimed before. */
// RUN: %build
// RUN: %run %t
#include "test.h"

enum { WORKERS = 4, N = 3001, BURST = 8 };

ERBIUM_PROCESS (fill, ERBIUM_RECORD (int), int);
void
fill (ERBIUM_RECORD (int) r, int id)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, id);
  erbium_alloc (v, 2 * WORKERS * BURST);
  for (erbium_index i = 0; i < N;)
    {
      i = erbium_claim (v, BURST, 1);
      erbium_commit (v, i < N ? i : N);
      for (erbium_index k = i; k < i + BURST && k < N; k++)
        {
          erbium_stall (v, k + 1);
          ERBIUM_AT (v, k) = (int) (5 * k);
          erbium_commit (v, k + 1);
        }
    }
}

static void
counters (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 2);
  ERBIUM_VIEW (int) out = erbium_new_write_view (r);
  ERBIUM_VIEW (int) a = erbium_new_read_view (r), b = erbium_new_read_view (r);
  ERBIUM_VIEW (int) heir = erbium_new_read_view (r);
  erbium_register (out, 1);
  erbium_register (a, 1);
  erbium_register (b, 2);
  expect_equal (erbium_claim (a, 3, 1), 0);
  expect_equal (erbium_claim (b, 10, 1), 3);
  expect_equal (erbium_claim (a, 1, 1), 13);
  expect_equal (erbium_claim (out, 5, 1), 0);
  expect_equal (erbium_claim (b, 2, 1), 14);
  expect_equal (erbium_claim (out, 5, 1), 5);
  erbium_release (a, 14);
  erbium_free_view (a, ERBIUM_HANDOVER);
  erbium_register (heir, 1);
  expect_equal (erbium_claim (heir, 1, 1), 16);
}

int
main (void)
{
  counters ();
  ERBIUM_RECORD (int) r = erbium_new_record (int, WORKERS, 1);
  for (int id = 1; id <= WORKERS; id++)
    ERBIUM_RUN (fill, r, id);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  erbium_index i = 0;
  for (; erbium_update (v, i + 1); i++)
    {
      expect_equal (ERBIUM_AT (v, i), 5 * i);
      erbium_release (v, i);
    }
  expect_equal (i, N);
}
