/* SPDX-License-Identifier: MIT */
/* The last process of a program ends, and so do the threads that ran its fibers; a thread
 * that comes later has fibers again: one after the other, in a program of its own, and many
 * that come while others go.  (A thread beside main is no process where those are spaces.) */
// RUN: %build
// RUN: %run --but space %t | FileCheck %s
// RUN: %run --but space %t owned | FileCheck %s
// RUN: %run --but space %t many | FileCheck %s --check-prefix MANY
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=2 ERBIUM_STATS=1 timeout 60 %t 2>&1 | FileCheck %s --check-prefix STATS
// CHECK: 100 elements
// CHECK-NEXT: 100 elements
// CHECK-NEXT: 100 elements
// CHECK-NEXT: end of main
// MANY: end of main
// STATS: worker {{.*}} switches
#include <pthread.h>
#include "test.h"

enum { N = 100, OTHERS = 4, THREADS = 4 };

typedef ERBIUM_VIEW (int) view;

static erbium_program *own;
static int times, ends[2];
static bool prints; /* and has somebody who holds up the others */

ERBIUM_PROCESS (counts, view);
void
counts (view v)
{
  erbium_alloc (v, 4);
  for (int i = 0; i < N; i++)
    {
      erbium_stall (v, i + 1);
      ERBIUM_AT (v, i) = i;
      erbium_commit (v, i + 1);
    }
}

/* So that there are more than processors, and some of them fibers. */
ERBIUM_PROCESS (ends_at_once, int);
void
ends_at_once (int n)
{
  (void) n;
}

/* Waits for one who, where there is one worker, cannot run before another thread serves that. */
ERBIUM_PROCESS (blocks, int);
void
blocks (int from)
{
  char c;
  expect_equal (read (from, &c, 1), 1);
}

ERBIUM_PROCESS (lets_go, int);
void
lets_go (int to)
{
  expect_equal (write (to, "", 1), 1);
}

static void *
network (void *unused)
{
  if (own)
    erbium_program_enter (own);
  struct ends e = both_ends (4);
  erbium_process p = ERBIUM_RUN (counts, e.out);
  int i = 0;
  for (int n = 0; n < OTHERS; n++)
    ERBIUM_RUN (ends_at_once, n);
  if (prints)
    {
      ERBIUM_RUN (blocks, ends[0]);
      ERBIUM_RUN (lets_go, ends[1]);
    }
  for (; erbium_update (e.in, i + 1) > i; i++)
    {
      expect_equal (ERBIUM_AT (e.in, i), i);
      erbium_release (e.in, i + 1);
    }
  expect_equal (i, N);
  if (prints)
    {
      printf ("%d elements\n", i);
      fflush (stdout);
    }
  erbium_free_view (e.in, 0);
  if (prints)
    erbium_join_all ();
  else
    erbium_join (p);
  return unused;
}

/* The next one begins when this one has ended, perhaps with the last process. */
static void *
networks (void *unused)
{
  for (int n = 0; n < times; n++)
    {
      pthread_t t;
      expect_equal (pthread_create (&t, NULL, network, NULL), 0);
      pthread_join (t, NULL);
    }
  return unused;
}

int
main (int argc, char **argv)
{
  pthread_t t[THREADS];
  int threads = argc > 1 && strcmp (argv[1], "many") == 0 ? THREADS : 1;
  prints = threads == 1;
  times = prints ? 3 : rounds (16);
  expect_equal (pipe (ends), 0);
  if (argc > 1 && strcmp (argv[1], "owned") == 0)
    own = erbium_program_new ();
  for (int n = 0; n < threads; n++)
    expect_equal (pthread_create (&t[n], NULL, networks, NULL), 0);
  for (int n = 0; n < threads; n++)
    pthread_join (t[n], NULL);
  if (own)
    erbium_program_free (own);
  puts ("end of main");
}
