/* SPDX-License-Identifier: MIT */
/* The end of a space: children are joined, then its own functions of atexit are called,
 * the last one first, then buffers are written; its parent's functions are not called,
 * and its parent's output is not written twice.  main's end joins
 * too, before its functions of atexit that were given before the first space. */
// RUN: %build
// RUN: %run --only default,spin,one %t | FileCheck %s --match-full-lines
#include "erbium/papers.h"
#include "test.h"

static void
parent_ends (void)
{
  puts ("function of the parent");
}

static void
child_ends (void)
{
  puts ("function of the child");
}

static void
child_ends_first (void)
{
  puts ("later function of the child");
}

static void *
grandchild (void *unused)
{
  for (int n = 0; n < 1000; n++)
    usleep (1); /* the child may be done before */
  puts ("grandchild");
  return unused;
}

static void *
child (void *unused)
{
  atexit (child_ends);
  atexit (child_ends_first);
  space_start (space_alloc (1), grandchild, NULL);
  space_alloc (2); /* never started */
  return unused;
}

int
main (void)
{
  atexit (parent_ends);
  printf ("buffered once\n");
  space_start (space_alloc (1), child, NULL);
  // CHECK: buffered once
  // CHECK-NEXT: grandchild
  // CHECK-NEXT: later function of the child
  // CHECK-NEXT: function of the child
  // CHECK-NEXT: function of the parent
}
