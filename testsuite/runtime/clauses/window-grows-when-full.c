/* SPDX-License-Identifier: MIT */
/* A window that is as full as it may be grows without losing an element, at
 * whatever place of a page its oldest live element stands. */
// RUN: %build
// RUN: %run %t
#include "test.h"

enum { HORIZON = 4000, FULL = 1024 }; /* FULL: elements in the two pages at first */

/* The oldest live element is number first; filled step by step. */
static void
fill (int64_t first, int64_t step)
{
  ERBIUM_RECORD (int64_t) r = erbium_new_record (int64_t, 1, 1);
  ERBIUM_VIEW (int64_t) in = erbium_new_read_view (r), out = erbium_new_write_view (r);
  int64_t to = first;
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, HORIZON);
  erbium_alloc (out, HORIZON);
  erbium_stall (out, first);
  erbium_commit (out, first);
  erbium_update (in, first);
  erbium_release (in, first);
  for (; to + step < first + 3 * FULL; to += step)
    {
      erbium_stall (out, to + step);
      for (int64_t i = to; i < to + step; i++)
        ERBIUM_AT (out, i) = i;
      erbium_commit (out, to + step);
    }
  expect_equal (erbium_update (in, to), to);
  for (int64_t i = first; i < to; i++)
    expect_equal (ERBIUM_AT (in, i), i);
}

int
main (void)
{
  erbium_set ("WINDOW", "1"); /* as small as can be */
  for (int64_t first = 1; first < FULL; first += 73)
    for (int64_t step = 1; step < FULL; step *= 4)
      fill (first, step);
}
