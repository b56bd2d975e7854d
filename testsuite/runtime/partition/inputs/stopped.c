/* SPDX-License-Identifier: MIT */
/* stopped.c - three partitions, of which the last one stops; for gdb-partitions.test. */
#include <pthread.h>
#include <signal.h>

#include "test.h"

static SHARED pthread_barrier_t all;
static int number;

__attribute__ ((noinline)) static int
innermost (int n)
{
  if (n == 3)
    raise (SIGUSR2);
  return n + number;
}

__attribute__ ((noinline)) static void
outer (int n)
{
  number = 10 * innermost (n);
}

ERBIUM_PROCESS (stops, int);
void
stops (int n)
{
  number = n;
  pthread_barrier_wait (&all);
  outer (n);
  pthread_barrier_wait (&all);
}

int
main (void)
{
  pthread_barrierattr_t shared;
  pthread_barrierattr_init (&shared);
  pthread_barrierattr_setpshared (&shared, PTHREAD_PROCESS_SHARED);
  pthread_barrier_init (&all, &shared, 3);
  for (int n = 1; n <= 3; n++)
    ERBIUM_RUN (stops, n);
  erbium_join_all ();
  puts ("the end");
}
