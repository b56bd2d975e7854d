/* SPDX-License-Identifier: MIT */
/* Messages of all sizes, by each kind of channel, to receivers that wait, ask, look or take: what each
 * has received, and how often it was told that there is none yet, is the same in its replay.  A lazy sender
 * holds messages back until it waits itself, so when it waits is part of that. */
// RUN: %build
// RUN: %replays %erbium-replay %t.rec %t > %t.out
// RUN: FileCheck %s < %t.out
// RUN: %replays %erbium-replay %t.rec ERBIUM_SEAL=1 %t > %t.out
// RUN: FileCheck %s < %t.out
// CHECK: 0.1: sent 4 times 60
// CHECK: 0.2: {{[0-9]+}} not yet, sum [[SUM:[0-9]+]]
// CHECK: 0.3: sum [[SUM]]
#include "erbium/papers.h"
#include "test.h"

enum { KINDS = 4, MESSAGES = 60, MOST = 200000 };

static const int kind[KINDS] = { CHAN_EAGER, CHAN_LAZY, CHAN_EAGER, CHAN_LAZY };
static const size_t generation[KINDS] = { 30000, 30000, 4096, 500000 };
static int channel[KINDS], answers;
static unsigned char message[MOST], got[MOST];

/* Short ones, some of many pages, some longer than a generation. */
static size_t
size_of (int n)
{
  return n % 20 == 19 ? (size_t) MOST - n : n % 7 == 6 ? 9000 : (size_t) n % 5 * 40;
}

static void
fill (int k, int n)
{
  for (size_t at = 0; at < size_of (n); at++)
    message[at] = (unsigned char) (k + n + at / 100);
}

static void *
sends (void *unused)
{
  for (int n = 0; n < MESSAGES; n++)
    {
      for (int k = 0; k < KINDS; k++)
        {
          fill (k, n);
          chan_send (channel[k], message, size_of (n));
        }
      if (n % 10 == 9)
        chan_recv (answers, got);
    }
  for (int k = 0; k < KINDS; k++)
    chan_close (channel[k]);
  printf ("%s: sent %d times %d\n", space_path (), KINDS, MESSAGES);
  return unused;
}

static long
sum_of (const unsigned char *from, size_t size)
{
  long sum = (long) size;
  for (size_t n = 0; n < size; n++)
    sum = (sum * 5 + from[n]) % 1000003;
  return sum;
}

static void *
asks (void *unused)
{
  long sum = 0, no = 0;
  for (int n = 0; n < MESSAGES; n++)
    {
      for (int k = 0; k < KINDS; k++)
        {
          while (!chan_test (channel[k]) && no < 100000000)
            no++;
          size_t size = chan_next (channel[k]);
          const void *there = chan_take (channel[k], &size);
          sum += sum_of (there, size);
        }
      if (n % 10 == 9)
        chan_send (answers, "", 1);
    }
  printf ("%s: %ld not yet, sum %ld\n", space_path (), no, sum);
  return unused;
}

static void *
waits (void *unused)
{
  long sum = 0;
  size_t size;
  for (int n = 0; n < MESSAGES; n++)
    for (int k = 0; k < KINDS; k++)
      {
        size = chan_recv (channel[k], got);
        sum += sum_of (got, size);
      }
  for (int k = 0; k < KINDS; k++)
    expect (chan_recv (channel[k], got) == CHAN_END);
  printf ("%s: sum %ld\n", space_path (), sum);
  return unused;
}

int
main (void)
{
  void *(*const what[]) (void *) = { sends, asks, waits };
  int child[3];
  for (int n = 0; n < 3; n++)
    child[n] = space_alloc (n);
  answers = chan_alloc ();
  chan_setcons (answers, child[0]);
  chan_setprod (answers, child[1], false);
  for (int k = 0; k < KINDS; k++)
    {
      channel[k] = chan_alloc_as (generation[k], kind[k]);
      chan_setcons (channel[k], child[1]);
      chan_setcons (channel[k], child[2]);
      chan_setprod (channel[k], child[0], false);
    }
  for (int n = 0; n < 3; n++)
    space_start (child[n], what[n], NULL);
  for (int n = 0; n < 3; n++)
    space_join (child[n]);
  printf ("0: done\n");
}
