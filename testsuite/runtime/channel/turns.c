/* SPDX-License-Identifier: MIT */
/* How many generations take turns where the receiver keeps up, as far as one message goes: two or three at first, since
 * memory that nobody has touched is dear; more in a long stream, so that what is written again has left
 * the receiver's cache, but never more than MOST bytes. */
// RUN: %build
// RUN: %timed %t
#include "../spmc/spaces.h"

enum { SIZE = 64 << 10, FEW = 12, MANY = 3000, MOST = 8 << 20, LOST = 2 }; /* bytes; messages; bytes; generations */

static int there, back;

static void
answer_all (void *unused)
{
  static char buffer[SIZE];
  (void) unused;
  for (int n = 0; n < FEW + MANY; n++)
    {
      expect_equal (chan_recv (there, buffer), (size_t) SIZE / 2);
      chan_send (back, &n, sizeof n);
    }
}

static int64_t
generations_after (int messages)
{
  static char message[SIZE / 2];
  struct erbium_spmc_counts counts;
  int n;
  for (int k = 0; k < messages; k++)
    {
      chan_send (there, message, sizeof message);
      expect_equal (chan_recv (back, &n), sizeof n);
    }
  chan_counts (there, &counts);
  return counts.most_frames * sysconf (_SC_PAGESIZE) / SIZE;
}

int
main (void)
{
  spmc_init (2);
  there = chan_alloc_as (SIZE, CHAN_EAGER);
  back = chan_alloc_as (SIZE, CHAN_EAGER);
  chan_setcons (there, 1);
  chan_setprod (back, 1, true);
  pid_t child = start_space (1, answer_all, NULL);
  int64_t few = generations_after (FEW), many = generations_after (MANY);
  expect (few <= 3 + LOST);
  expect (many > few && many * SIZE <= MOST + LOST * SIZE);
  expect_good_end (child);
  return 0;
}
