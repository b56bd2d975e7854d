/* SPDX-License-Identifier: MIT */
/* observer.c - a reader for which no producer waits, and which knows what it has missed.
 *
 *   squares --+--> main       registered: sees every element
 *             +- -> watcher   not registered: reads every thousandth element, if it
 *                             is still there
 *
 * A progress bar, a level meter or a debugger must not slow down a stream.  A view that does not
 * register is a reader of that kind.  The producer overwrites what it has not read yet, so
 * after reading, and before release, it calls erbium_missed.  What it sees depends on the schedule,
 * so it must not be written to a record that computes the output.
 */
#include "erbium.h"

enum { ELEMENTS = 1000000, STEP = 1000, BURST = 64 };

static ERBIUM_PROCESS (squares, ERBIUM_RECORD (int64_t));
static void
squares (ERBIUM_RECORD (int64_t) out)
{
  ERBIUM_VIEW (int64_t) v = erbium_new_write_view (out);
  erbium_register (v, 1);
  erbium_alloc (v, 16 * BURST);
  for (int64_t tl = 0; tl < ELEMENTS; tl += BURST)
    {
      erbium_stall (v, tl + BURST);
      for (int64_t i = tl; i < tl + BURST; i++)
        ERBIUM_AT (v, i) = i * i;
      erbium_commit (v, tl + BURST);
    }
}

static ERBIUM_PROCESS (watcher, ERBIUM_VIEW (int64_t), ERBIUM_RECORD (int));
static void
watcher (ERBIUM_VIEW (int64_t) v, ERBIUM_RECORD (int) result)
{
  int seen = 0, missed = 0, wrong = 0;
  erbium_alloc (v, 1); /* and no erbium_register */
  for (int64_t i = STEP; erbium_update (v, i + 1) == i + 1; i += STEP)
    {
      erbium_release (v, i); /* only element i is needed */
      int64_t value = ERBIUM_AT (v, i);
      if (erbium_missed (v))
        missed++; /* the value may be anything */
      else if (value == i * i)
        seen++;
      else
        wrong++;
      erbium_release (v, i + 1);
    }
  ERBIUM_VIEW (int) out = erbium_new_write_view (result);
  erbium_register (out, 1);
  erbium_alloc (out, 2);
  erbium_stall (out, 2);
  ERBIUM_AT (out, 0) = seen + missed;
  ERBIUM_AT (out, 1) = wrong;
  erbium_commit (out, 2);
}

int
main (void)
{
  ERBIUM_RECORD (int64_t) r = erbium_new_record (int64_t, 1, 1);
  ERBIUM_RECORD (int) result = erbium_new_record (int, 1, 1);
  /* Nothing waits for an observer, so it is connected before the producer starts. */
  ERBIUM_RUN (watcher, erbium_new_read_view (r), result);
  ERBIUM_RUN (squares, r);

  uint64_t sum = 0;
  int64_t tl = 0, hd;
  ERBIUM_VIEW (int64_t) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, BURST);
  for (; (hd = erbium_update (v, tl + BURST)); tl = hd)
    {
      for (int64_t i = tl; i < hd; i++)
        sum += (uint64_t) ERBIUM_AT (v, i);
      erbium_release (v, hd);
    }
  printf ("the registered reader has added up %lld elements: %llu\n", (long long) tl,
          (unsigned long long) sum);

  ERBIUM_VIEW (int) w = erbium_new_read_view (result);
  erbium_register (w, 1);
  erbium_alloc (w, 2);
  erbium_update (w, 2);
  printf ("the observer has looked %d times; %d times it took a lost element for a good one\n",
          ERBIUM_AT (w, 0), ERBIUM_AT (w, 1));
}
