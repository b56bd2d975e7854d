/* SPDX-License-Identifier: MIT */
/* A sleep moves the clock on and takes no time; a child's sleep moves its parent's clock
 * when they meet, and no clock is set back. */
// RUN: %build -D_GNU_SOURCE
// RUN: %sealed %t | FileCheck %s --match-full-lines
#include <time.h>
#include "erbium/papers.h"
#include "test.h"

static void *
sleeps (void *seconds)
{
  sleep (*(unsigned *) seconds);
  space_ret ();
  usleep (100);
  return NULL;
}

static void
say (const char *when)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  printf ("%s %ld.%06ld\n", when, t.tv_sec, t.tv_nsec / 1000);
}

int
main (void)
{
  unsigned longer = 3000000, shorter = 1000;
  int one = space_alloc (1), two = space_alloc (2);
  struct timespec until = { 5000000, 0 };
  sleep (1000000);
  say ("after a sleep"); // CHECK: after a sleep 1000000.000002
  space_start (one, sleeps, &longer);
  space_start (two, sleeps, &shorter);
  space_sync (one, true);
  say ("after the first"); // CHECK-NEXT: after the first 4000000.000003
  space_sync (two, true);
  say ("after the second"); // CHECK-NEXT: after the second 4000000.000004
  space_join (one);
  say ("after the join"); // CHECK-NEXT: after the join 4000000.000103
  clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
  say ("until"); // CHECK-NEXT: until 5000000.000001
}
