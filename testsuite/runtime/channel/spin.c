/* SPDX-License-Identifier: MIT */
/* ERBIUM_SPIN also says how long a space polls for a page: with 0 it sleeps at once, as in the
 * blocking model of DLinux. */
// RUN: %build
// RUN: env ERBIUM_SPIN=0 %timed %t
#include "../spmc/spaces.h"

enum { ROUNDS = 2000 };

static int there, back;

static void
answer (void *with)
{
  int n;
  (void) with;
  while (chan_recv (there, &n) != CHAN_END)
    chan_send (back, &n, sizeof n);
}

int
main (void)
{
  struct erbium_spmc_costs costs;
  spmc_init (2);
  there = chan_alloc ();
  back = chan_alloc ();
  expect_equal (chan_setcons (there, 1), 0);
  expect_equal (chan_setprod (back, 1, true), 0);
  pid_t child = start_space (1, answer, NULL);
  for (int n = 0; n < ROUNDS; n++)
    {
      int x = -1;
      chan_send (there, &n, sizeof n);
      expect_equal (chan_recv (back, &x), sizeof x);
      expect_equal (x, n);
    }
  erbium_spmc_costs (&costs);
  expect (costs.waits > 0);
  expect (costs.sleeps > costs.waits / 2); /* the answer may come just before a sleep */
  chan_close (there);
  expect_good_end (child);
}
