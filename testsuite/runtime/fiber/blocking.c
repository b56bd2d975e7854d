/* SPDX-License-Identifier: MIT */
/* A fiber that blocks in the kernel holds nobody up, whether it says so or not: what
 * it waits for comes from a fiber of the same worker.  And one that never calls a
 * primitive while it waits for another. */
// RUN: %build
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 timeout 60 %t
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 ERBIUM_PIN=compact %t
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=3 %t
// RUN: env ERBIUM_TASK=thread %t
#include <errno.h>
#include <unistd.h>
#include "test.h"

enum { MANY = 1000, FEW = 3 };
static int ends[2];
static atomic_long answered;

/* POLLS says so too, and does not sleep: the runtime would see only after 100 ms each
 * time that it holds others up, and the test end at its limit of a minute. */
enum how { SAYS_SO, POLLS, SAYS_NOTHING, COMPUTES };

static void
wait_for_byte (enum how how)
{
  char c;
  ssize_t n = 0;
  if (how == SAYS_SO)
    erbium_blocking { n = read (ends[0], &c, 1); }
  else
    n = read (ends[0], &c, 1);
  expect_equal (n, 1);
}

/* Asks, and waits where the runtime does not see it. */
ERBIUM_PROCESS (ask, ERBIUM_RECORD (int), int);
void
ask (ERBIUM_RECORD (int) r, int how)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  int n = how <= POLLS ? MANY : FEW; /* the others take the monitor some time */
  for (int i = 0; i < n; i++)
    {
      erbium_stall (v, i + 1);
      ERBIUM_AT (v, i) = i;
      erbium_commit (v, i + 1);
      if (how == POLLS)
        erbium_blocking { while (atomic_load (&answered) <= i) sched_yield (); }
      else if (how != COMPUTES)
        wait_for_byte ((enum how) how);
      else
        while (atomic_load (&answered) <= i)
          ;
    }
}

ERBIUM_PROCESS (answer, ERBIUM_RECORD (int), int);
void
answer (ERBIUM_RECORD (int) r, int how)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  for (int i = 0; erbium_update (v, i + 1) > i; i++)
    {
      expect_equal (ERBIUM_AT (v, i), i);
      erbium_release (v, i + 1);
      if (how == COMPUTES || how == POLLS)
        atomic_store (&answered, i + 1);
      else
        expect_equal (write (ends[1], "x", 1), 1);
    }
}

int
main (void)
{
  expect (pipe (ends) == 0);
  for (int how = SAYS_SO; how <= COMPUTES; how++)
    {
      ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
      atomic_store (&answered, 0);
      ERBIUM_RUN (ask, r, how);
      ERBIUM_RUN (answer, r, how);
      erbium_join_all ();
    }
}
