/* SPDX-License-Identifier: MIT */
/* Eager and lazy, for generations of one page up: three receivers, two of them
 * with a port from the sender and one with a port from a receiver, get all messages, of all
 * sizes, in order. */
// RUN: %build
// RUN: %run --only default,one %t
#include "../spmc/spaces.h"

enum { MESSAGES = 60, MOST = 40000 };

static size_t
size_of (int n)
{
  static const size_t sizes[] = { 0, 1, 8, 15, 16, 17, 100, 4000, 4064, 4080, 4081, 4096, 8176, 8192,
                                  9000, 12288, MOST };
  return sizes[mixed ((uint64_t) n) % (sizeof sizes / sizeof sizes[0])];
}

static void
fill (char *at, int n, size_t size)
{
  for (size_t k = 0; k < size; k++)
    at[k] = (char) mixed ((uint64_t) n * MOST + k);
}

static void
check (const char *at, int n, size_t size)
{
  expect_equal (size, size_of (n));
  for (size_t k = 0; k < size; k++)
    expect_equal (at[k], (char) mixed ((uint64_t) n * MOST + k));
}

static void
receive_one (int c, int n)
{
  static char buffer[MOST];
  size_t size;
  switch (n % 3)
    {
    case 0:
      check (buffer, n, chan_recv (c, buffer));
      break;
    case 1:
      expect_equal (chan_next (c), size_of (n));
      expect (chan_test (c));
      check (buffer, n, chan_recv (c, buffer));
      break;
    default:
      {
        const char *there = chan_take (c, &size);
        check (there, n, size);
      }
    }
}

static void
receive_all (void *with)
{
  int c = *(int *) with;
  uint64_t seed = (uint64_t) spmc_space ();
  for (int n = 0; n < MESSAGES; n++)
    {
      dither (&seed);
      receive_one (c, n);
    }
  expect_equal (chan_next (c), CHAN_END);
  expect (chan_test (c));
  expect_equal (chan_recv (c, NULL), CHAN_END);
}

static void
give_on (void *with)
{
  int c = *(int *) with;
  for (int n = 0; n < 3; n++)
    receive_one (c, n);
  chan_setcons (c, 3); /* from the fourth message on */
  pid_t child = fork ();
  if (child == 0)
    {
      spmc_enter (3);
      for (int n = 3; n < MESSAGES; n++)
        receive_one (c, n);
      expect_equal (chan_next (c), CHAN_END);
      spmc_leave ();
      _exit (0);
    }
  for (int n = 3; n < MESSAGES; n++)
    receive_one (c, n);
  expect_equal (chan_next (c), CHAN_END);
  expect_good_end (child);
}

static void
send_one (int c, int n)
{
  static char buffer[MOST];
  size_t size = size_of (n);
  if (n % 4 == 1)
    {
      char *there = chan_room (c, size + 5);
      fill (there, n, size);
      chan_push (c, size);
      return;
    }
  fill (buffer, n, size);
  if (n % 4 == 2)
    expect_equal (chan_sendLast (c, buffer, size), size);
  else
    expect_equal (chan_send (c, buffer, size), size);
}

static void
run (size_t generation, int kind)
{
  struct erbium_spmc_use use;
  int c = chan_alloc_as (generation, kind);
  uint64_t seed = 5;
  chan_setcons (c, 1);
  chan_setcons (c, 2);
  pid_t one = start_space (1, receive_all, &c), two = start_space (2, give_on, &c);
  for (int n = 0; n < MESSAGES; n++)
    {
      send_one (c, n);
      dither (&seed);
    }
  chan_close (c);
  expect_good_end (one);
  expect_good_end (two);
  erbium_spmc_use (&use);
  expect_equal (use.regions, 0);
  expect_equal (use.bytes, 0);
}

int
main (void)
{
  static const size_t generations[] = { 1, 20000, 512 << 10 };
  spmc_init (4);
  for (int g = 0; g < 3; g++)
    {
      run (generations[g], CHAN_EAGER);
      run (generations[g], CHAN_LAZY);
    }
}
