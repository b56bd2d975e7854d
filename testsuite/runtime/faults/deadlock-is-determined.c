/* SPDX-License-Identifier: MIT */
/* A program that ends in a deadlock has committed the same elements each time:
 * how far each process got depends neither on the schedule nor on settings. */
// RUN: %build
// Whether there was a warning before is a matter of time.
// RUN: env ERBIUM_VERBOSE=0 %exits 121 %t | FileCheck %s
// CHECK: turn has committed 303 and 202, filter 202, count has seen 202
// CHECK-NEXT: error: true deadlock: every process waits
#include "test.h"

enum { TOKENS = 100, HORIZON = 20 };

static SHARED atomic_long turned, copied, filtered, counted;

/* Hands on what comes, after so many tokens; a copy goes aside. */
ERBIUM_PROCESS (turn, ERBIUM_VIEW (int), ERBIUM_VIEW (int), ERBIUM_VIEW (int));
void
turn (ERBIUM_VIEW (int) in, ERBIUM_VIEW (int) out, ERBIUM_VIEW (int) copy)
{
  uint64_t seed = 1;
  for (int64_t i = 1;; i++)
    {
      erbium_stall (out, i);
      erbium_commit (out, i);
      tell (&turned, (long) i);
      dither (&seed);
      if (i <= TOKENS)
        continue;
      erbium_update (in, i - TOKENS);
      erbium_release (in, i - TOKENS);
      erbium_stall (copy, i - TOKENS);
      erbium_commit (copy, i - TOKENS);
      tell (&copied, (long) (i - TOKENS));
    }
}

/* Lets two of three pass: in the end there is nothing in the ring. */
ERBIUM_PROCESS (filter, ERBIUM_VIEW (int), ERBIUM_VIEW (int));
void
filter (ERBIUM_VIEW (int) in, ERBIUM_VIEW (int) out)
{
  uint64_t seed = 2;
  for (int64_t i = 1, n = 0;; i++)
    {
      erbium_update (in, i);
      erbium_release (in, i);
      dither (&seed);
      if (i % 3 == 0)
        continue;
      erbium_stall (out, ++n);
      erbium_commit (out, n);
      tell (&filtered, (long) n);
    }
}

ERBIUM_PROCESS (count, ERBIUM_VIEW (int));
void
count (ERBIUM_VIEW (int) in)
{
  for (int64_t i = 1; erbium_update (in, i) == i; i++)
    {
      erbium_release (in, i);
      tell (&counted, (long) i);
    }
}

static void
see (const struct erbium_fault *f)
{
  (void) f;
  fprintf (stderr, "turn has committed %ld and %ld, filter %ld, count has seen %ld\n",
           told (&turned), told (&copied), told (&filtered), told (&counted));
}

static ERBIUM_VIEW (int)
writer_of (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, HORIZON);
  return v;
}

static ERBIUM_VIEW (int)
reader_of (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, HORIZON);
  return v;
}

int
main (void)
{
  ERBIUM_RECORD (int) there = erbium_new_record (int, 1, 1), back = erbium_new_record (int, 1, 1);
  ERBIUM_RECORD (int) aside = erbium_new_record (int, 1, 1);
  erbium_on_fault (see);
  ERBIUM_VIEW (int) turn_in = reader_of (back), turn_out = writer_of (there);
  ERBIUM_VIEW (int) copy = writer_of (aside);
  ERBIUM_VIEW (int) filter_in = reader_of (there), filter_out = writer_of (back);
  ERBIUM_VIEW (int) count_in = reader_of (aside);
  ERBIUM_RUN (turn, turn_in, turn_out, copy);
  ERBIUM_RUN (filter, filter_in, filter_out);
  ERBIUM_RUN (count, count_in);
}
