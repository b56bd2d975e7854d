/* SPDX-License-Identifier: MIT */
/* What an observer has missed it has missed, also when another producer takes the id
 * over at an index below what its predecessor had been given to write. */
// RUN: %build
// RUN: %run %t
#include "test.h"

enum { HORIZON = 1000, COMMITTED = 4000, WRITTEN = 8000 };

static ERBIUM_VIEW (int)
producer (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, HORIZON);
  return v;
}

/* The elements that the observer is said not to have missed, are whole. */
static void
look (ERBIUM_VIEW (int) in, long from)
{
  erbium_index missed = erbium_missed (in);
  for (long k = from + missed; k < COMMITTED; k++)
    expect_equal (ERBIUM_AT (in, k), k);
}

/* Writes on, far beyond what it commits. */
static void
write_ahead (ERBIUM_VIEW (int) out)
{
  for (int i = 0; i < WRITTEN; i++)
    {
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = i;
      if (i < COMMITTED)
        erbium_commit (out, i + 1);
    }
}

static void
hand_over (bool unregister)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 0);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r), out = producer (r);
  long from = COMMITTED - HORIZON;
  erbium_alloc (in, HORIZON);
  write_ahead (out);
  erbium_release (in, from);
  erbium_update (in, COMMITTED);
  erbium_index before = erbium_missed (in);
  expect (before > 0);
  if (unregister)
    erbium_register (out, -1);
  else
    erbium_free_view (out, ERBIUM_HANDOVER);
  look (in, from);
  out = producer (r); /* goes on at COMMITTED */
  look (in, from);
  erbium_stall (out, COMMITTED + 1);
  expect (erbium_missed (in) >= before);
  look (in, from);
}

int
main (void)
{
  hand_over (false);
  hand_over (true);
}
