/* SPDX-License-Identifier: MIT */
/* A record reuses the window of a record that has ended, if the sizes are equal and no view is left
 * that could use it. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: env ERBIUM_TASK=thread %timed %t
#include "test.h"
#include "record/record.h"

enum { RESULTS = 100 };

ERBIUM_PROCESS (give, ERBIUM_RECORD (int), int);
void
give (ERBIUM_RECORD (int) r, int x)
{
  ERBIUM_VIEW (int) out = erbium_new_write_view (r);
  erbium_register (out, 1);
  erbium_alloc (out, 1);
  erbium_stall (out, 1);
  ERBIUM_AT (out, 0) = x;
  erbium_commit (out, 1);
}

/* Returns the window that carried the result. */
static const struct erb_window *
window_of_result (int horizon, int x)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r);
  erbium_register (in, 1);
  erbium_alloc (in, horizon);
  erbium_process p = ERBIUM_RUN (give, r, x);
  expect_equal (erbium_update (in, 1), 1);
  expect_equal (ERBIUM_AT (in, 0), x);
  const struct erb_window *w = ((struct erb_view *) ERBIUM_VIEW_OF (in))->window;
  erbium_join (p);
  erbium_free_view (in, ERBIUM_TERMINATE);
  return w;
}

int
main (void)
{
  const struct erb_window *first = window_of_result (1, 0);
  for (int n = 1; n < RESULTS; n++)
    expect (window_of_result (1, n) == first);
  const struct erb_window *larger = window_of_result (100000, 0);
  expect (larger != first && window_of_result (100000, 1) == larger);
  expect (window_of_result (1, 1) == first);
  expect_equal (erb_arena_windows (erb_self ()->program->arena), 2);
  return 0;
}
