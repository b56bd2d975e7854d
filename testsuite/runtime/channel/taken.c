/* SPDX-License-Identifier: MIT */
/* A message that was taken in place stays as it is until the next one is received, also where the caller asks whether
 * there is a next one and the sender has gone on by many generations; and then its memory is used again. */
// RUN: %build
// RUN: %run --only default,one %t
#include "../spmc/spaces.h"

enum { ROUNDS = 5, BEFORE = 2, AFTER = 12, MOST = 8192 };

static int c;
static size_t length;
static atomic_long *turn; /* shared: even, of the sender, odd, of the receiver */

static void
wait_for_turn (long n)
{
  while (told (turn) < n)
    sched_yield ();
}

static void
send_some (int first, int count)
{
  char m[MOST];
  for (int n = first; n < first + count; n++)
    {
      memset (m, 'a' + n % 26, length);
      chan_sendLast (c, m, length);
    }
}

static void
send_all (void *with)
{
  (void) with;
  for (int round = 0; round < ROUNDS; round++)
    {
      wait_for_turn (4 * round);
      send_some (round * (BEFORE + AFTER), BEFORE);
      tell (turn, 4 * round + 1);
      wait_for_turn (4 * round + 2);
      send_some (round * (BEFORE + AFTER) + BEFORE, AFTER);
      tell (turn, 4 * round + 3);
    }
}

static void
expect_all (const char *m, int n)
{
  for (size_t k = 0; k < length; k++)
    expect_equal (m[k], 'a' + n % 26);
}

static void
ask (bool next)
{
  if (next)
    expect_equal (chan_next (c), length);
  else
    expect (chan_test (c));
}

static void
receive_round (int round, bool next)
{
  int first = round * (BEFORE + AFTER);
  size_t size;
  wait_for_turn (4 * round + 1);
  const char *m = chan_take (c, &size);
  expect_equal (size, length);
  ask (next);
  tell (turn, 4 * round + 2);
  wait_for_turn (4 * round + 3);
  ask (next);
  expect_all (m, first);
  for (int n = 1; n < BEFORE + AFTER; n++)
    expect_all (chan_take (c, &size), first + n);
  tell (turn, 4 * round + 4);
}

/* A message fills a generation, or half of one. */
static void
run (int kind, size_t parts, bool next)
{
  struct erbium_spmc_counts counts;
  c = chan_alloc_as (MOST, kind);
  length = MOST / parts - 16;
  tell (turn, 0);
  chan_setprod (c, 1, 1);
  pid_t child = start_space (1, send_all, NULL);
  for (int round = 0; round < ROUNDS; round++)
    receive_round (round, next);
  expect_good_end (child);
  chan_counts (c, &counts);
  expect (counts.frames <= (BEFORE + AFTER + 2) * MOST / 4096);
  expect (counts.recycled > 0);
  chan_close (c);
}

int
main (void)
{
  turn = shared_memory (sizeof *turn);
  spmc_init (2);
  for (int n = 0; n < 2 * 2 * 2; n++)
    run (n % 2 ? CHAN_LAZY : CHAN_EAGER, n / 2 % 2 ? 1 : 2, n / 4);
}
