/* SPDX-License-Identifier: MIT */
/* A view that takes a consumer's id over finds the elements that its predecessor has copied and not
 * released, though the producer has written others in their place meanwhile. */
// RUN: %build
// RUN: env ERBIUM_WINDOWS=private ERBIUM_GROW=0 %run %t
#include "test.h"

/* The window has 32 elements: two horizons and a page are 16 KiB. */
struct element { int number; char more[508]; };
enum { HORIZON = 12, RELEASED = 2 };

ERBIUM_PROCESS (go_on, ERBIUM_RECORD (struct element), int);

void
go_on (ERBIUM_RECORD (struct element) r, int end)
{
  ERBIUM_VIEW (struct element) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, HORIZON);
  for (int i = RELEASED; i < end; i++)
    {
      expect_equal (erbium_update (v, i + 1), i + 1);
      expect_equal (ERBIUM_AT (v, i).number, 7 * i);
      erbium_release (v, i + 1);
    }
  expect_equal (erbium_update (v, end + 1), 0);
}

static void
produce (ERBIUM_VIEW (struct element) out, int from, int to)
{
  for (int i = from; i < to; i++)
    {
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i).number = 7 * i;
      erbium_commit (out, i + 1);
    }
}

int
main (void)
{
  ERBIUM_RECORD (struct element) r = erbium_new_record (struct element, 1, 1);
  ERBIUM_VIEW (struct element) in = erbium_new_read_view (r), out = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, HORIZON);
  erbium_alloc (out, HORIZON);
  produce (out, 0, HORIZON);
  erbium_update (in, HORIZON);
  produce (out, HORIZON, 2 * HORIZON);
  erbium_update (in, 2 * HORIZON);
  erbium_release (in, RELEASED);
  erbium_free_view (in, ERBIUM_HANDOVER);
  produce (out, 2 * HORIZON, 3 * HORIZON); /* elements 32 to 35 in place of 0 to 3 */
  ERBIUM_RUN (go_on, r, 10 * HORIZON);
  produce (out, 3 * HORIZON, 10 * HORIZON);
  erbium_free_view (out, ERBIUM_TERMINATE);
  erbium_join_all ();
}
