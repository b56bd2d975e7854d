/* SPDX-License-Identifier: MIT */
/* broadcast.c - one producer, two consumers that each see every element.
 *
 *               +--> longest --+
 *   lengths ----+              +--> main
 *               +--> mean -----+
 *
 * The program computes the lengths of the Collatz sequences that start at 1, 2, ..., the longest
 * one and the mean length.  The record has two consumer ids, so no element is overwritten before
 * both consumers have released it, and no element is copied.  The results come back through
 * records too, because the order in which two processes print would depend on the schedule.
 */
#include "erbium.h"

enum { NUMBERS = 100000, BURST = 256 };

static int
collatz (uint64_t n)
{
  int steps = 0;
  for (; n != 1; steps++)
    n = n % 2 ? 3 * n + 1 : n / 2;
  return steps;
}

static ERBIUM_PROCESS (lengths, ERBIUM_RECORD (int));
static void
lengths (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 8 * BURST);
  for (int tl = 0; tl < NUMBERS; tl += BURST)
    {
      int hd = tl + BURST < NUMBERS ? tl + BURST : NUMBERS;
      erbium_stall (v, hd);
      for (int i = tl; i < hd; i++)
        ERBIUM_AT (v, i) = collatz ((uint64_t) i + 1);
      erbium_commit (v, hd);
    }
}

static ERBIUM_PROCESS (longest, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
static void
longest (ERBIUM_RECORD (int) in, ERBIUM_RECORD (int) answer)
{
  int best = 0, where = 0;
  ERBIUM_VIEW (int) v = erbium_new_read_view (in);
  erbium_register (v, 1);
  erbium_alloc (v, 100);
  for (int tl = 0, hd; (hd = (int) erbium_update (v, tl + 100)); tl = hd)
    {
      for (int i = tl; i < hd; i++)
        if (ERBIUM_AT (v, i) > best)
          {
            best = ERBIUM_AT (v, i);
            where = i + 1;
          }
      erbium_release (v, hd);
    }
  ERBIUM_VIEW (int) out = erbium_new_write_view (answer);
  erbium_register (out, 1);
  erbium_alloc (out, 2);
  erbium_stall (out, 2);
  ERBIUM_AT (out, 0) = where;
  ERBIUM_AT (out, 1) = best;
  erbium_commit (out, 2);
}

static ERBIUM_PROCESS (mean, ERBIUM_RECORD (int), ERBIUM_RECORD (double));
static void
mean (ERBIUM_RECORD (int) in, ERBIUM_RECORD (double) answer)
{
  int64_t sum = 0, n = 0;
  ERBIUM_VIEW (int) v = erbium_new_read_view (in);
  erbium_register (v, 2);
  erbium_alloc (v, 1);
  for (; erbium_update (v, n + 1); n++)
    {
      sum += ERBIUM_AT (v, n);
      erbium_release (v, n + 1);
    }
  ERBIUM_VIEW (double) out = erbium_new_write_view (answer);
  erbium_register (out, 1);
  erbium_alloc (out, 1);
  erbium_stall (out, 1);
  ERBIUM_AT (out, 0) = (double) sum / (double) n;
  erbium_commit (out, 1);
}

int
main (void)
{
  ERBIUM_RECORD (int) steps = erbium_new_record (int, 1, 2);
  ERBIUM_RECORD (int) best = erbium_new_record (int, 1, 1);
  ERBIUM_RECORD (double) average = erbium_new_record (double, 1, 1);
  ERBIUM_RUN (lengths, steps);
  ERBIUM_RUN (longest, steps, best);
  ERBIUM_RUN (mean, steps, average);

  ERBIUM_VIEW (int) b = erbium_new_read_view (best);
  erbium_register (b, 1);
  erbium_alloc (b, 2);
  erbium_update (b, 2);
  printf ("the longest, %d steps, starts at %d\n", ERBIUM_AT (b, 1), ERBIUM_AT (b, 0));

  ERBIUM_VIEW (double) a = erbium_new_read_view (average);
  erbium_register (a, 1);
  erbium_alloc (a, 1);
  erbium_update (a, 1);
  printf ("the mean is %.3f steps\n", ERBIUM_AT (a, 0));
}
