/* SPDX-License-Identifier: MIT */
/* A sealed program of spaces and channels does what it does unsealed, and what each space
 * saw of its clock and its random numbers is the same each time, though they run beside
 * each other. */
// RUN: %build -D_GNU_SOURCE
// RUN: %sealed %t
#include <sys/random.h>
#include <time.h>
#include "erbium/papers.h"
#include "test.h"

enum { SPACES = 4, LENGTH = 200 };

static int ring[SPACES];

static void *
pass_on (void *unused)
{
  int self = space_gid (), next = (self + 1) % SPACES;
  long number;
  getrandom (&number, sizeof number, 0);
  for (int turn = 0; turn < LENGTH; turn++)
    {
      struct timespec t;
      long other;
      clock_gettime (CLOCK_MONOTONIC, &t);
      number = number * 31 + t.tv_nsec;
      chan_send (ring[next], &number, sizeof number);
      chan_recv (ring[self], &other);
      number = 3 * number + other + self;
    }
  printf ("%s has %lx\n", space_path (), number);
  return unused;
}

int
main (void)
{
  int child[SPACES];
  for (int n = 0; n < SPACES; n++)
    {
      child[n] = space_alloc (n);
      ring[n] = chan_alloc ();
    }
  for (int n = 0; n < SPACES; n++)
    {
      chan_setcons (ring[n], child[n]);
      chan_setprod (ring[n], child[(n + SPACES - 1) % SPACES], 0);
    }
  for (int n = 0; n < SPACES; n++)
    space_start (child[n], pass_on, NULL);
  for (int n = 0; n < SPACES; n++)
    space_join (child[n]);
}
