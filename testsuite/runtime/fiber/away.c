/* SPDX-License-Identifier: MIT */
/* A fiber that is away from its worker, since it blocks, sleeps or computes, may start
 * processes and join them, also one that ends just then. */
// RUN: %build
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 %t
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=2 %t
// RUN: env ERBIUM_TASK=thread %t
#include <time.h>
#include "test.h"

enum { JOINS = 300 };

static atomic_int ended, go;

ERBIUM_PROCESS (child, int);
void
child (int id)
{
  (void) id;
  atomic_fetch_add (&ended, 1);
}

/* Of a processor: so long that it is left behind. */
static void
compute (double seconds)
{
  struct timespec t;
  do
    clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  while ((double) t.tv_sec + 1e-9 * (double) t.tv_nsec < seconds);
}

ERBIUM_PROCESS (parent, int);
void
parent (int id)
{
  (void) id;
  erbium_blocking
  {
    ERBIUM_RUN (child, 0);
  }
  ERBIUM_RUN (child, 1);
  usleep (200000);
  ERBIUM_RUN (child, 2);
  ERBIUM_RUN (child, 3);
  compute (0.3);
  ERBIUM_RUN (child, 4);
}

ERBIUM_PROCESS (ends_when_told, int);
void
ends_when_told (int after)
{
  while (!atomic_load (&go))
    sched_yield ();
  for (volatile int i = 0; i < after; i++)
    ;
}

ERBIUM_PROCESS (joiner, int);
void
joiner (int n)
{
  for (int k = 0; k < n; k++)
    {
      atomic_store (&go, 0);
      erbium_process p = ERBIUM_RUN (ends_when_told, k * 997 % 3000);
      erbium_blocking_begin ();
      atomic_store (&go, 1);
      erbium_join (p);
      erbium_blocking_end ();
    }
}

int
main (void)
{
  ERBIUM_RUN (parent, 0);
  erbium_join_all ();
  expect_equal (atomic_load (&ended), 5);
  ERBIUM_RUN (joiner, JOINS);
}
