/* SPDX-License-Identifier: MIT */
/* What an unregistered reader missed stays missed when the window grows a second time, to
 * more than there has ever been. */
// RUN: %build
// RUN: %run %t
#include "test.h"

enum { LOST = 100000, THEN = 100, ROOM = 40000 };

/* Elements up to end, with room for some more. */
static void
put (ERBIUM_VIEW (int) out, int *i, int end, int horizon)
{
  erbium_alloc (out, horizon);
  for (; *i < end; ++*i)
    {
      erbium_stall (out, *i + horizon);
      ERBIUM_AT (out, *i) = *i;
      erbium_commit (out, *i + 1);
    }
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 0);
  ERBIUM_VIEW (int) out = erbium_new_write_view (r), in = erbium_new_read_view (r);
  int i = 0, end = LOST + 2 * THEN;
  erbium_register (out, 1);
  erbium_alloc (in, 10);
  put (out, &i, LOST, 10);
  put (out, &i, LOST + THEN, ROOM); /* the window grows */
  put (out, &i, end, 20 * ROOM);    /* and again */
  erbium_alloc (in, end);
  expect_equal (erbium_update (in, end), end);
  int missed = (int) erbium_missed (in);
  expect (missed > 0 && missed < end);
  for (int k = missed; k < end; k++)
    expect_equal (ERBIUM_AT (in, k), k);
}
