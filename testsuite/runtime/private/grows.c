/* SPDX-License-Identifier: MIT */
/* The window of a consumer grows while it keeps elements, and while it changes its owner; an
 * observer, before and after it was registered, looks at the producers' window. */
// RUN: %build
// RUN: env ERBIUM_WINDOWS=private ERBIUM_WINDOW=4096 %run %t
#include "test.h"

enum { HORIZON = 40000 };

ERBIUM_PROCESS (check, ERBIUM_VIEW (int), int, int);

void
check (ERBIUM_VIEW (int) v, int from, int to)
{
  for (int i = from; i < to; i++)
    expect_equal (ERBIUM_AT (v, i), 7 * i);
  erbium_update (v, to + HORIZON / 2);
  for (int i = from; i < to + HORIZON / 2; i++)
    expect_equal (ERBIUM_AT (v, i), 7 * i);
}

static void
produce (ERBIUM_VIEW (int) out, int from, int to)
{
  erbium_stall (out, to);
  for (int i = from; i < to; i++)
    ERBIUM_AT (out, i) = 7 * i;
  erbium_commit (out, to);
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) out = erbium_new_write_view (r), in = erbium_new_read_view (r);
  ERBIUM_VIEW (int) other = erbium_new_read_view (r), first = erbium_new_read_view (r);
  erbium_register (out, 1);
  erbium_register (first, 1);
  erbium_alloc (out, HORIZON);
  erbium_alloc (in, 100);
  erbium_alloc (other, 100);
  erbium_alloc (first, 100);
  produce (out, 0, 100);
  erbium_free_view (first, ERBIUM_HANDOVER);
  expect_equal (erbium_update (in, 50), 50); /* as an observer */
  expect_equal (ERBIUM_AT (in, 49), 7 * 49);
  erbium_register (in, 1);
  expect_equal (erbium_update (in, 100), 100);
  expect_equal (ERBIUM_AT (in, 99), 7 * 99);
  for (int i = 100; i < HORIZON; i += 100)
    {
      produce (out, i, i + 100);
      expect_equal (erbium_update (in, i + 100), i + 100);
      expect_equal (ERBIUM_AT (in, i), 7 * i);
      expect_equal (erbium_missed (in), 0);
    }
  produce (out, HORIZON, HORIZON + HORIZON / 2);
  erbium_join (ERBIUM_RUN (check, in, 0, HORIZON));
  expect_equal (erbium_update (other, HORIZON + HORIZON / 2), HORIZON + HORIZON / 2);
  expect_equal (ERBIUM_AT (other, HORIZON + HORIZON / 2 - 1), 7 * (HORIZON + HORIZON / 2 - 1));
}
