/* SPDX-License-Identifier: MIT */
/* A thread that waits for a partner on its own processor asks the kernel for another one, and is
 * bound to none.  It stays if threads are pinned, or if more threads are awake than there are
 * processors.  Here the kernel says that all threads are on the first of two, and what is asked of
 * it is written down. */
// RUN: %cc -D_GNU_SOURCE %s -o %t %libs
// RUN: env ERBIUM_TASK=thread %timed %t leaves 0
// RUN: env ERBIUM_TASK=thread ERBIUM_PIN=compact %timed %t stays 0
// RUN: env ERBIUM_TASK=thread %timed %t stays 2
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 %timed %t leaves 0
#include "test.h"

enum { TURNS = 200 };

static const int first = 3, second = 5;
static atomic_int to_second, to_both, to_other, over;
static bool leaves;

int
sched_getcpu (void)
{
  return first;
}

int
sched_getaffinity (pid_t task, size_t size, cpu_set_t *set)
{
  (void) task;
  CPU_ZERO_S (size, set);
  CPU_SET_S (first, size, set);
  CPU_SET_S (second, size, set);
  return 0;
}

int
sched_setaffinity (pid_t task, size_t size, const cpu_set_t *set)
{
  bool a = CPU_ISSET_S (first, size, set), b = CPU_ISSET_S (second, size, set);
  (void) task;
  atomic_fetch_add (a && b ? &to_both : b ? &to_second : &to_other, 1);
  return 0;
}

ERBIUM_PROCESS (answer, ERBIUM_VIEW (int), ERBIUM_VIEW (int));
ERBIUM_PROCESS (compute, int);

/* Answers late, so that the other process polls in vain. */
void
answer (ERBIUM_VIEW (int) in, ERBIUM_VIEW (int) out)
{
  for (int i = 0; erbium_update (in, i + 1) > i; i++)
    {
      for (volatile int n = 0; n < 100000; n++)
        ;
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = ERBIUM_AT (in, i);
      erbium_commit (out, i + 1);
      erbium_release (in, i + 1);
    }
}

void
compute (int number)
{
  (void) number;
  while (!atomic_load (&over))
    ;
}

int
main (int argc, char **argv)
{
  struct ends there = both_ends (1), back = both_ends (1);
  expect_equal (argc, 3);
  leaves = strcmp (argv[1], "leaves") == 0;
  for (int n = 0; n < atoi (argv[2]); n++)
    ERBIUM_RUN (compute, n);
  ERBIUM_RUN (answer, erbium_give (there.in), erbium_give (back.out));
  for (int i = 0; leaves ? atomic_load (&to_both) == 0 : i < TURNS; i++)
    {
      erbium_stall (there.out, i + 1);
      ERBIUM_AT (there.out, i) = i;
      erbium_commit (there.out, i + 1);
      expect_equal (erbium_update (back.in, i + 1), i + 1);
      erbium_release (back.in, i + 1);
    }
  erbium_free_view (there.out, ERBIUM_TERMINATE);
  atomic_store (&over, 1);
  erbium_join_all ();
  expect (leaves == (atomic_load (&to_both) > 0)); /* pinning asks for single processors */
  expect_equal (leaves ? atomic_load (&to_other) : 0, 0);
  expect (!leaves || atomic_load (&to_second) > 0);
}
