/* SPDX-License-Identifier: MIT */
/* The send port goes from space to space, between messages; who gave it may stay as a receiver; and
 * who gets a port in the midst of a stream gets what is sent from then on. */
// RUN: %build
// RUN: %run --only default,one %t
#include "../spmc/spaces.h"

enum { EACH = 5 };

static int c, kind;

static void
send_some (int from)
{
  for (int n = from; n < from + EACH; n++)
    chan_send (c, &n, sizeof n);
}

static void
expect_some (int from, int to)
{
  for (int n = from; n < to; n++)
    {
      int x;
      expect_equal (chan_recv (c, &x), sizeof x);
      expect_equal (x, n);
    }
}

static void
send_last (void *with)
{
  (void) with;
  send_some (2 * EACH);
}

static void
send_then_give (void *with)
{
  (void) with;
  send_some (EACH);
  chan_setcons (c, 3);
  chan_setprod (c, 2, 1);
  pid_t last = start_space (2, send_last, NULL);
  expect_some (2 * EACH, 3 * EACH);
  expect_equal (chan_recv (c, NULL), CHAN_END);
  expect_good_end (last);
}

static void
run (void)
{
  struct erbium_spmc_use use;
  c = chan_alloc_as (8192, kind);
  send_some (0); /* nobody has a port to receive these */
  chan_setcons (c, 4);
  chan_setprod (c, 1, 1);
  pid_t first = start_space (1, send_then_give, NULL);
  expect_some (EACH, 3 * EACH);
  expect_equal (chan_next (c), CHAN_END);
  expect_good_end (first);
  spmc_died (3, NULL); /* never started */
  spmc_died (4, NULL);
  chan_close (c);
  erbium_spmc_use (&use);
  expect_equal (use.regions, 0);
}

int
main (void)
{
  static const int kinds[] = { CHAN_EAGER, CHAN_LAZY };
  spmc_init (5);
  for (int n = 0; n < 2; n++)
    {
      kind = kinds[n];
      run ();
    }
}
