/* SPDX-License-Identifier: MIT */
/* join waits until a process has ended, and returns at once if it has; what it
 * did is visible then.  join_all waits for all others. */
// RUN: %build
// RUN: %run %t
#include "test.h"

static SHARED atomic_long ended;
static SHARED int result[4]; /* not atomic: ordered by the join */

ERBIUM_PROCESS (work, int);
void
work (int n)
{
  uint64_t seed = (uint64_t) n;
  for (int k = 0; k < 20; k++)
    dither (&seed);
  result[n]++;
  atomic_fetch_add_explicit (&ended, 1, memory_order_relaxed);
}

ERBIUM_PROCESS (boss);
void
boss (void)
{
  erbium_process p[4];
  for (int n = 0; n < 4; n++)
    p[n] = ERBIUM_RUN (work, n);
  for (int n = 3; n >= 0; n--)
    erbium_join (p[n]);
  expect (told (&ended) >= 4);
  for (int n = 0; n < 4; n++)
    erbium_join (p[n]); /* again */
}

int
main (void)
{
  int n = rounds (100);
  for (int k = 1; k <= n; k++)
    {
      tell (&ended, 0);
      erbium_process p = ERBIUM_RUN (work, 0);
      erbium_join (p);
      expect_equal (result[0], 3 * k - 2);
      erbium_process q = ERBIUM_RUN (boss);
      erbium_join (q);
      expect_equal (told (&ended), 5);
      expect_equal (result[3], 2 * k - 1);
      for (int j = 0; j < 4; j++)
        ERBIUM_RUN (work, j);
      erbium_join_all ();
      expect_equal (told (&ended), 9);
      expect_equal (result[3], 2 * k);
    }
  erbium_join (0); /* none */
  erbium_join_all ();
}
