/* SPDX-License-Identifier: MIT */
/* Who gets which item of a queue depends on numbers alone, for every number of senders and
 * receivers; one that sends less is left out afterwards; the number of channels is that of the
 * table in erbium/queue.h. */
// ThreadSanitizer knows of one process only.
// UNSUPPORTED: thread
// RUN: %build
// RUN: %run --only default,one %t
#include "erbium/queue.h"
#include "erbium/space.h"
#include "test.h"

enum { MOST = 6, ITEMS = 40 };

struct item { int sender, place; };

static struct erbium_queue *q;
static int m, n;

/* Each sends a number of items that is its own; some send none. */
static int
items_of (int sender)
{
  return ITEMS - 13 * sender;
}

static int
count (int sender)
{
  return items_of (sender) > 0 ? items_of (sender) : 0;
}

static void *
send_all (void *number)
{
  int self = *(int *) number;
  for (int k = 0; k < count (self); k++)
    if (k % 2)
      {
        struct item x = { self, k };
        expect_equal (erbium_queue_send (q, self, &x, sizeof x), sizeof x);
      }
    else
      {
        struct item *x = erbium_queue_room (q, self, 10 * sizeof *x);
        *x = (struct item) { self, k };
        erbium_queue_push (q, self, sizeof *x);
      }
  if (self % 2)
    erbium_queue_close (q, self); /* others leave */
  return NULL;
}

/* In the order of the numbers place * m + sender. */
static void *
receive_all (void *number)
{
  int self = *(int *) number;
  size_t size;
  struct item x;
  for (int k = self; k < ITEMS * m; k += n)
    {
      if (k / m >= count (k % m))
        continue;
      if (k % 2)
        expect_equal (erbium_queue_recv (q, self, &x), sizeof x);
      else
        {
          x = *(const struct item *) erbium_queue_take (q, self, &size);
          expect_equal (size, sizeof x);
        }
      expect_equal (x.sender, k % m);
      expect_equal (x.place, k / m);
    }
  expect_equal (erbium_queue_recv (q, self, &x), ERBIUM_CHAN_END);
  expect (!erbium_queue_take (q, self, &size));
  return NULL;
}

static int
common_multiple (int a, int b)
{
  int x = a;
  while (x % b)
    x += a;
  return x;
}

static void
start (int *child, int count, void *(*body) (void *), int except)
{
  for (int k = 0; k < count; k++)
    if (k != except)
      erbium_space_start (child[k], body, &k);
}

/* self: the caller is the last sender (1) or the last receiver (2). */
static void
run (int self)
{
  int from[MOST], to[MOST];
  struct erbium_spmc_use use;
  q = erbium_queue_new (m, n, 8192, self == 1 ? ERBIUM_CHAN_LAZY : ERBIUM_CHAN_EAGER);
  erbium_spmc_use (&use);
  expect_equal (use.regions, common_multiple (m, n));
  for (int k = 0; k < m; k++)
    from[k] = self == 1 && k == m - 1 ? ERBIUM_QUEUE_SELF : erbium_space_alloc (0);
  for (int k = 0; k < n; k++)
    to[k] = self == 2 && k == n - 1 ? ERBIUM_QUEUE_SELF : erbium_space_alloc (0);
  erbium_queue_give (q, from, to);
  start (from, m, send_all, self == 1 ? m - 1 : -1);
  start (to, n, receive_all, self == 2 ? n - 1 : -1);
  if (self == 1)
    {
      send_all (&(int) { m - 1 });
      erbium_queue_close (q, m - 1);
    }
  else if (self == 2)
    receive_all (&(int) { n - 1 });
  for (int k = 0; k < m; k++)
    if (from[k] != ERBIUM_QUEUE_SELF)
      erbium_space_join (from[k]);
  for (int k = 0; k < n; k++)
    if (to[k] != ERBIUM_QUEUE_SELF)
      erbium_space_join (to[k]);
  erbium_queue_free (q);
  erbium_spmc_use (&use);
  expect_equal (use.regions, 0);
}

int
main (void)
{
  erbium_spmc_init (2 * MOST);
  for (m = 1; m <= 4; m++)
    for (n = 1; n <= MOST; n++)
      for (int self = 0; self < 3; self++)
        run (self);
}
