/* SPDX-License-Identifier: MIT */
/* Of the primitives only update, stall and join wait: one process calls all the
 * others where nobody else takes part yet, and where nobody ever will. */
// RUN: %build
// RUN: %run %t
#include "test.h"

ERBIUM_PROCESS (nothing, int);
void
nothing (int unused)
{
  (void) unused;
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 2, 2); /* each with an id that nobody takes */
  ERBIUM_VIEW (int) in = erbium_new_read_view (r), observer = erbium_new_read_view (r);
  ERBIUM_VIEW (int) out = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, 4);
  erbium_alloc (observer, 4);
  erbium_alloc (out, 4);
  expect_equal (erbium_claim (in, 1000, 1), 0);
  expect_equal (erbium_claim (out, 1000, 1), 0);
  erbium_commit (out, 100);
  erbium_release (in, 100);
  erbium_release (observer, 100);
  erbium_receive (in, 200);
  erbium_receive_range (in, 150, 200);
  expect (!erbium_done (in));
  expect_equal (erbium_missed (observer), 0);
  erbium_alloc (out, 100000);
  erbium_give (observer);
  ERBIUM_RUN (nothing, 0);
  erbium_register (in, -1);
  erbium_register (out, -1);
  erbium_register (out, 1);
  erbium_free_view (in, ERBIUM_TERMINATE);
  erbium_free_view (out, ERBIUM_HANDOVER);
  puts ("all returned");
}
