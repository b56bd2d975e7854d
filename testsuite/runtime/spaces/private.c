/* SPDX-License-Identifier: MIT */
/* Memory is private: a child has what its parent had when it was started, and neither
 * sees what the other writes then: globals, heap and stack. */
// RUN: %build
// RUN: %run --only default,spin,one %t
#include "erbium/papers.h"
#include "test.h"

static int global = 1;
static int *heap;

static void *
writes (void *at)
{
  int *stack = at;
  for (int turn = 0; turn < 2; turn++)
    {
      expect_equal (global, 1 + turn);
      expect_equal (*heap, 2 + turn);
      expect_equal (*stack, 3 + turn);
      global++, ++*heap, ++*stack;
      space_ret ();
    }
  free (heap);
  return NULL;
}

int
main (void)
{
  int stack = 3, child[2];
  heap = malloc (sizeof *heap);
  *heap = 2;
  for (int n = 0; n < 2; n++)
    {
      child[n] = space_alloc (n);
      space_start (child[n], writes, &stack);
    }
  for (int turn = 0; turn < 3; turn++)
    {
      for (int n = 0; n < 2; n++)
        expect_equal (space_sync (child[n], true), turn < 2 ? SPACE_RETURNED : SPACE_ENDED);
      expect_equal (global == 1 && *heap == 2 && stack == 3, 1);
    }
  free (heap);
}
