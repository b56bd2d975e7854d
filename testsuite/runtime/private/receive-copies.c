/* SPDX-License-Identifier: MIT */
/* receive copies committed elements before the update that needs them, so that producers may go on;
 * receive_range does so beyond elements that are still missing, and the rest comes with the
 * update. */
// RUN: %build
// RUN: env ERBIUM_WINDOWS=private ERBIUM_GROW=0 %run %t
#include "test.h"

enum { HORIZON = 64 };

static void
produce (ERBIUM_VIEW (int) out, int from, int to)
{
  erbium_stall (out, to);
  for (int i = from; i < to; i++)
    ERBIUM_AT (out, i) = 7 * i;
  erbium_commit (out, to);
}

static void
consume (ERBIUM_VIEW (int) in, int from, int to)
{
  expect_equal (erbium_update (in, to), to);
  for (int i = from; i < to; i++)
    expect_equal (ERBIUM_AT (in, i), 7 * i);
  erbium_release (in, to);
}

int
main (void)
{
  struct ends e = both_ends (HORIZON);
  produce (e.out, 0, HORIZON);
  erbium_receive (e.in, HORIZON);
  produce (e.out, HORIZON, 2 * HORIZON); /* a deadlock if they were not copied */
  erbium_receive_range (e.in, HORIZON, HORIZON + 10);
  produce (e.out, 2 * HORIZON, 2 * HORIZON + 10);
  consume (e.in, 0, 2 * HORIZON + 10);
  int i = 2 * HORIZON + 10;
  produce (e.out, i, i + HORIZON);
  erbium_receive_range (e.in, i + 20, i + 30);
  erbium_receive_range (e.in, i + 30, i + 40);
  erbium_receive_range (e.in, i + 16, i + 24);
  erbium_receive_range (e.in, i + 50, i + 60);
  consume (e.in, i, i + 10);
  consume (e.in, i + 10, i + 25);
  consume (e.in, i + 25, i + HORIZON);
  i += HORIZON;
  produce (e.out, i, i + HORIZON);
  erbium_receive_range (e.in, i + 20, i + 30);
  consume (e.in, i, i + HORIZON); /* what is before the range and behind it comes now */
}
