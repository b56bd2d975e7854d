/* SPDX-License-Identifier: MIT */
/* Who leaves elements out, in a jump as long as one likes, needs room for its horizon
 * alone: where the consumer has released ahead, where nobody reads, where another
 * producer has ended before; and finds what it writes behind its commit index. */
// RUN: %build
// RUN: %run %t
#include "test.h"

enum { HORIZON = 16 };
static const erbium_index far = INT64_C (1) << 34;

/* All that is live in v when it may write up to i; to be read again. */
static void
fill (ERBIUM_VIEW (int) v, erbium_index i)
{
  erbium_stall (v, i);
  for (int n = 1; n <= HORIZON; n++)
    ERBIUM_AT (v, i - n) = n;
  for (int n = 1; n <= HORIZON; n++)
    expect_equal (ERBIUM_AT (v, i - n), n);
}

/* One element more at a time, a horizon of them uncommitted. */
static void
go_on (ERBIUM_VIEW (int) v, erbium_index i)
{
  for (int n = 1; n <= 5000; n++)
    {
      erbium_stall (v, i + n);
      ERBIUM_AT (v, i + n - 1) = n;
      if (n >= HORIZON)
        expect_equal (ERBIUM_AT (v, i + n - HORIZON), n - HORIZON + 1);
    }
}

static void
consumer_ahead (void)
{
  struct ends e = both_ends (HORIZON);
  erbium_release (e.in, far);
  fill (e.out, far);
  fill (e.out, far + HORIZON); /* of which all can be read */
  erbium_commit (e.out, far + HORIZON);
  erbium_update (e.in, far + HORIZON);
  for (int n = 1; n <= HORIZON; n++)
    expect_equal (ERBIUM_AT (e.in, far + HORIZON - n), n);
  erbium_release (e.in, 3 * far);
  fill (e.out, 2 * far);
  go_on (e.out, 2 * far);
  erbium_free_view (e.in, ERBIUM_TERMINATE);
  erbium_free_view (e.out, ERBIUM_TERMINATE);
}

static ERBIUM_VIEW (int)
producer (ERBIUM_RECORD (int) r, int id)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, id);
  erbium_alloc (v, HORIZON);
  return v;
}

static void
nobody_reads (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 2, 0);
  ERBIUM_VIEW (int) v = producer (r, 1), w = producer (r, 2);
  fill (w, HORIZON);
  fill (v, far);
  go_on (v, far);
  for (int n = 1; n <= HORIZON; n++)
    expect_equal (ERBIUM_AT (w, HORIZON - n), n);
  erbium_commit (v, 2 * far);
  fill (w, 2 * far);
  erbium_free_view (v, ERBIUM_TERMINATE);
  erbium_free_view (w, ERBIUM_TERMINATE);
}

static void
other_has_ended (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 2, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r);
  ERBIUM_VIEW (int) v = producer (r, 1), w = producer (r, 2);
  erbium_register (in, 1);
  erbium_free_view (w, ERBIUM_TERMINATE);
  erbium_release (in, far);
  fill (v, far);
  erbium_free_view (in, ERBIUM_TERMINATE);
  erbium_free_view (v, ERBIUM_TERMINATE);
}

int
main (void)
{
  consumer_ahead ();
  nobody_reads ();
  other_has_ended ();
}
