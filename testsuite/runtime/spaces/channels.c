/* SPDX-License-Identifier: MIT */
/* Channels between spaces: named by the ids of children, set up before they are started, or
 * before they are let on; and a receiver hears of a sender that has died, also of one that
 * has died before it lived. */
// RUN: %build
// RUN: %run --only default,spin,one %t | FileCheck %s
// RUN: %status 119 %timed %t dies 2>&1 | FileCheck %s --check-prefix=DIES
// RUN: %status 119 %timed %t unborn 2>&1 | FileCheck %s --check-prefix=DIES
// CHECK: sums 499500 499542
// DIES: error: erbium_chan_recv: {{.*}}space 0.1 {{.*}}died
#include <pthread.h>
#include <signal.h>
#include "erbium/papers.h"
#include "test.h"

enum { LENGTH = 1000 };

static int numbers, late, results;

static void *
sends (void *dies)
{
  for (int n = 0; n < LENGTH; n++)
    {
      chan_send (numbers, &n, sizeof n);
      if (dies && n == LENGTH / 2)
        raise (SIGKILL);
    }
  return NULL;
}

static void *
sums (void *unused)
{
  long sum = 0;
  int n;
  while (chan_recv (numbers, &n) != CHAN_END)
    sum += n;
  space_ret (); /* and now it is given another channel */
  expect_equal (chan_recv (late, &n), sizeof n);
  sum += n;
  chan_send (results, &sum, sizeof sum);
  return unused;
}

/* The first thing that a forked process does. */
static void
die (void)
{
  raise (SIGKILL);
}

int
main (int argc, char **argv)
{
  long sum = 0, other;
  int n, sender = space_alloc (1), receiver = space_alloc (2);
  numbers = chan_alloc ();
  results = chan_alloc ();
  late = chan_alloc ();
  chan_setcons (numbers, receiver);
  chan_setprod (numbers, sender, true);
  chan_setprod (results, receiver, true);
  if (argc > 1 && strcmp (argv[1], "unborn") == 0)
    pthread_atfork (NULL, NULL, die);
  space_start (sender, sends, argc > 1 ? "dies" : NULL);
  space_start (receiver, sums, NULL);
  while (chan_recv (numbers, &n) != CHAN_END)
    sum += n;
  chan_setcons (late, receiver); /* which does not use it before it has been let on */
  space_sync (receiver, true);
  n = 42;
  chan_send (late, &n, sizeof n);
  chan_recv (results, &other);
  printf ("sums %ld %ld\n", sum, other);
  space_join (sender);
}
