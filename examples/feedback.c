/* SPDX-License-Identifier: MIT */
/* feedback.c - a cycle of processes, and the elements that start it.
 *
 *            +---------------------------+
 *            v                           |
 *          delay --(terms)--> add --(sums)
 *                      |
 *                      +--> main
 *
 * Each Fibonacci number is the sum of the two before it.  delay copies sums to terms, two elements
 * late: it commits 0 and 1 before its first update.  Without them the two processes would wait for
 * each other, and the program would end with a report of that cycle.  Kahn (1974) uses such
 * networks to show that a network is an equation and not a schedule.
 */
#include "erbium.h"

enum { TERMS = 60 };

static ERBIUM_PROCESS (delay, ERBIUM_RECORD (int64_t), ERBIUM_RECORD (int64_t));
static void
delay (ERBIUM_RECORD (int64_t) sums, ERBIUM_RECORD (int64_t) terms)
{
  ERBIUM_VIEW (int64_t) in = erbium_new_read_view (sums);
  ERBIUM_VIEW (int64_t) out = erbium_new_write_view (terms);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, 1);
  erbium_alloc (out, 4);
  erbium_stall (out, 2);
  ERBIUM_AT (out, 0) = 0;
  ERBIUM_AT (out, 1) = 1;
  erbium_commit (out, 2);
  for (int i = 0; erbium_update (in, i + 1); i++)
    {
      erbium_stall (out, i + 3);
      ERBIUM_AT (out, i + 2) = ERBIUM_AT (in, i);
      erbium_commit (out, i + 3);
      erbium_release (in, i + 1);
    }
}

static ERBIUM_PROCESS (add, ERBIUM_RECORD (int64_t), ERBIUM_RECORD (int64_t));
static void
add (ERBIUM_RECORD (int64_t) terms, ERBIUM_RECORD (int64_t) sums)
{
  ERBIUM_VIEW (int64_t) in = erbium_new_read_view (terms);
  ERBIUM_VIEW (int64_t) out = erbium_new_write_view (sums);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, 2);
  erbium_alloc (out, 1);
  for (int i = 0; i < TERMS - 2; i++)
    {
      erbium_update (in, i + 2);
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = ERBIUM_AT (in, i) + ERBIUM_AT (in, i + 1);
      erbium_commit (out, i + 1);
      erbium_release (in, i + 1);
    }
}

int
main (void)
{
  ERBIUM_RECORD (int64_t) terms = erbium_new_record (int64_t, 1, 2);
  ERBIUM_RECORD (int64_t) sums = erbium_new_record (int64_t, 1, 1);
  ERBIUM_RUN (delay, sums, terms);
  ERBIUM_RUN (add, terms, sums);

  ERBIUM_VIEW (int64_t) v = erbium_new_read_view (terms);
  erbium_register (v, 2);
  erbium_alloc (v, 1);
  for (int i = 0; erbium_update (v, i + 1); i++)
    {
      if (i % 10 == 9)
        printf ("term %d is %lld\n", i, (long long) ERBIUM_AT (v, i));
      erbium_release (v, i + 1);
    }
}
