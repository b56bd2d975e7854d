/* SPDX-License-Identifier: MIT */
/* space_sync and space_ret meet, again and again; join ends a child in space_ret, and
 * what stands behind that is not run.  Under sumC's names too. */
// RUN: %build
// RUN: %run --only default,spin,one %t
#include <sys/mman.h>
#include "erbium/papers.h"
#include "test.h"

enum { TURNS = 100 };

static volatile int *shared; /* to see what others do; no way to talk */

static void *
counts (void *n)
{
  for (int turn = 0; ; turn++)
    {
      shared[0] = turn + *(int *) n;
      space_ret ();
    }
  return NULL;
}

static void *
returns_once (void *unused)
{
  expect_equal (thread_ret (), 0);
  shared[1]++;
  return unused;
}

static void
child_takes_turns (void)
{
  int from = 1000, child = space_alloc (0);
  space_start (child, counts, &from);
  from = 5; /* the child has its copy */
  for (int turn = 0; turn < TURNS; turn++)
    {
      expect_equal (space_sync (child, turn < TURNS - 1), SPACE_RETURNED);
      if (turn == TURNS - 1)
        expect_equal (shared[0], 1000 + TURNS - 1);
    }
}

static void
thread_names (void)
{
  int child = thread_alloc (3);
  thread_start (child, returns_once, NULL);
  expect_equal (thread_sync (child), SPACE_RETURNED);
  thread_join (child);
  expect_equal (shared[1], 1);
  child = thread_alloc (3);
  thread_start (child, returns_once, NULL);
  thread_join (child); /* it ends in thread_ret */
  expect_equal (shared[1], 1);
}

int
main (void)
{
  shared = mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  child_takes_turns ();
  thread_names ();
}
