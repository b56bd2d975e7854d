/* SPDX-License-Identifier: MIT */
/* A view that takes a consumer's id over finds the elements that its predecessor has copied and not
 * released, though the producer has written others in their place meanwhile. */
// RUN: %build
// RUN: env ERBIUM_WINDOWS=private ERBIUM_GROW=0 %run %t
#include "test.h"

enum { HORIZON = 8, KEPT = 3 };

ERBIUM_PROCESS (go_on, ERBIUM_RECORD (int), int);

void
go_on (ERBIUM_RECORD (int) r, int end)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, HORIZON);
  for (int i = HORIZON - KEPT; i < end; i++)
    {
      expect_equal (erbium_update (v, i + 1), i + 1);
      expect_equal (ERBIUM_AT (v, i), 7 * i);
      erbium_release (v, i + 1);
    }
  expect_equal (erbium_update (v, end + 1), 0);
}

int
main (void)
{
  struct ends e = both_ends (HORIZON);
  int end = 10 * HORIZON, i = 0;
  for (; i < HORIZON; i++)
    {
      erbium_stall (e.out, i + 1);
      ERBIUM_AT (e.out, i) = 7 * i;
      erbium_commit (e.out, i + 1);
    }
  erbium_update (e.in, HORIZON);
  erbium_release (e.in, HORIZON - KEPT);
  erbium_free_view (e.in, ERBIUM_HANDOVER);
  for (; i < 2 * HORIZON; i++) /* no id is held: only copies make room for these */
    {
      erbium_stall (e.out, i + 1);
      ERBIUM_AT (e.out, i) = 7 * i;
      erbium_commit (e.out, i + 1);
    }
  ERBIUM_RUN (go_on, e.record, end);
  for (; i < end; i++)
    {
      erbium_stall (e.out, i + 1);
      ERBIUM_AT (e.out, i) = 7 * i;
      erbium_commit (e.out, i + 1);
    }
  erbium_free_view (e.out, ERBIUM_TERMINATE);
  erbium_join_all ();
}
