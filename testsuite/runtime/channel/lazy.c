/* SPDX-License-Identifier: MIT */
/* A lazy channel holds short messages back: they are there after sendLast, when their page is
 * full, or when the sender waits itself; so question and answer do not wait for each other. */
// RUN: %build
// RUN: %run --only default,one %t
#include "../spmc/spaces.h"

enum { QUESTIONS = 300 };

static int ask, answer, other;

static void
answer_all (void *with)
{
  int x;
  (void) with;
  while (chan_recv (ask, &x) != CHAN_END)
    {
      x = -x;
      chan_send (answer, &x, sizeof x);
    }
}

static void
expect_count (int chan, int64_t fixes)
{
  struct erbium_spmc_counts counts;
  chan_counts (chan, &counts);
  expect_equal (counts.fixes, fixes);
}

static void
expect_held (int64_t at_last, int64_t when_full)
{
  char page[5000] = { 0 };
  other = chan_alloc_as (64 << 10, CHAN_LAZY);
  for (int n = 0; n < 10; n++)
    chan_send (other, &n, sizeof n);
  expect_count (other, 0);
  chan_sendLast (other, &ask, sizeof ask);
  expect_count (other, at_last);
  chan_send (other, &ask, sizeof ask);
  expect_count (other, at_last);
  chan_send (other, page, sizeof page);
  expect_count (other, when_full);
  chan_close (other);
}

int
main (void)
{
  spmc_init (2);
  ask = chan_alloc_as (8192, CHAN_LAZY);
  answer = chan_alloc_as (8192, CHAN_LAZY);
  chan_setcons (ask, 1);
  chan_setprod (answer, 1, 1);
  pid_t child = start_space (1, answer_all, NULL);
  for (int n = 1; n <= QUESTIONS; n++)
    {
      int x = n;
      chan_send (ask, &x, sizeof x);
      expect_equal (chan_recv (answer, &x), sizeof x);
      expect_equal (x, -n);
    }
  chan_close (ask);
  expect_good_end (child);
  expect_held (1, 2);
}
