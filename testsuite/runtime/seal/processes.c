/* SPDX-License-Identifier: MIT */
/* Processes that are spaces: what they print comes when they are joined, in the order in which they were started,
 * and the clock of who runs them goes on by its own looks, whenever they end.  What those print that a process has
 * run and not joined comes behind its own when all are joined, and before what is printed then. */
// RUN: %build
// RUN: %sealed ERBIUM_TASK=space %t | FileCheck %s --match-full-lines
// RUN: %sealed --status 123 %t | FileCheck %s --check-prefixes=TASK,AUTO
// RUN: %sealed --status 123 ERBIUM_TASK=thread %t | FileCheck %s --check-prefixes=TASK,THREAD
// RUN: %sealed --status 123 ERBIUM_TASK=fiber %t | FileCheck %s --check-prefixes=TASK,FIBER
// TASK-NOT: clone
// TASK: processes.c:[[#]]: error: run: process '
// AUTO-SAME: ' would need a thread (ERBIUM_TASK=auto), but a sealed program (ERBIUM_SEAL=1) has no threads, in process 'main'
// THREAD-SAME: ' would need a thread (ERBIUM_TASK=thread), but
// FIBER-SAME: ' would need a thread (ERBIUM_TASK=fiber), but
// TASK: processes.c:[[#]]: note: set ERBIUM_TASK=space
#include <time.h>
#include "test.h"

static long
look (void)
{
  struct timespec t;
  clock_gettime (CLOCK_REALTIME, &t);
  return t.tv_nsec;
}

ERBIUM_PROCESS (inner, int);
void
inner (int n)
{
  printf ("inner %d\n", n);
}

/* The first takes longest. */
ERBIUM_PROCESS (works, int);
void
works (int n)
{
  for (long i = 0; i < n * 3000000L; i++)
    __asm__ volatile ("" ::: "memory");
  for (int i = 0; i < 100; i++)
    look ();
  printf ("works %d\n", n);
  if (n == 2)
    ERBIUM_RUN (inner, n);
}

ERBIUM_PROCESS (nests, int);
void
nests (int n)
{
  printf ("nests %d\n", n);
  if (n > 1)
    ERBIUM_RUN (nests, n - 1);
  else
    ERBIUM_RUN (inner, n);
  for (volatile long i = 0; i < n * 1000000L; i++)
    ;
}

int
main (void)
{
  char ahead;
  for (int k = 0; k < 4; k++)
    {
      ERBIUM_RUN (works, 3 - k);
      printf ("%ld ", look ());
      for (volatile long i = 0; i < 1000000; i++)
        ;
    }
  puts ("run");
  // CHECK: 2000 3000 4000 5000 run
  erbium_join_all ();
  // CHECK-NEXT: works 3
  // CHECK-NEXT: works 2
  // CHECK-NEXT: inner 2
  // CHECK-NEXT: works 1
  // CHECK-NEXT: works 0
  puts ("joined");
  // CHECK-NEXT: joined
  for (int k = 0; k < 2; k++)
    erbium_join (ERBIUM_RUN (works, 1 - k));
  // CHECK-NEXT: works 1
  // CHECK-NEXT: works 0
  printf ("%ld %d\n", look (), read (0, &ahead, 1) == 1);
  // CHECK-NEXT: 6000 1
  for (int n = 1; n <= 2; n++)
    {
      ERBIUM_RUN (nests, 3);
      erbium_join (ERBIUM_RUN (nests, n));
      puts ("joined one");
      erbium_join_all ();
      puts ("joined all");
    }
  // CHECK-NEXT: nests 1
  // CHECK-NEXT: joined one
  // CHECK-NEXT: nests 3
  // CHECK-NEXT: nests 2
  // CHECK-NEXT: nests 1
  // CHECK-NEXT: inner 1
  // CHECK-NEXT: inner 1
  // CHECK-NEXT: joined all
  // CHECK-NEXT: nests 2
  // CHECK-NEXT: joined one
  // CHECK-NEXT: nests 3
  // CHECK-NEXT: nests 2
  // CHECK-NEXT: nests 1
  // CHECK-NEXT: inner 1
  // CHECK-NEXT: nests 1
  // CHECK-NEXT: inner 1
  // CHECK-NEXT: joined all
}
