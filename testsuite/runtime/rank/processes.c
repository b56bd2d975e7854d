/* SPDX-License-Identifier: MIT */
/* Processes run processes on other ranks, join them there, and print: a joiner prints after those
 * that it has joined.  Handles pass between ranks.  Functions and constants are arguments. */
// RUN: %build
// RUN: %ranks %t | FileCheck %s
#include "test.h"

static int
twice (int n)
{
  return 2 * n;
}

static int
squared (int n)
{
  return n * n;
}

ERBIUM_PROCESS (leaf, int, int (*) (int), const char *);
void
leaf (int n, int (*f) (int), const char *name)
{
  printf ("%s of %d is %d\n", name, n, f (n));
}

ERBIUM_PROCESS (await, erbium_process);
void
await (erbium_process other)
{
  erbium_join (other);
  printf ("it has ended\n");
}

ERBIUM_PROCESS (node, int);
void
node (int depth)
{
  erbium_join (ERBIUM_RUN (leaf, depth, depth % 2 ? twice : squared, depth % 2 ? "twice" : "square"));
  if (depth == 0)
    return;
  erbium_process child = ERBIUM_RUN (node, depth - 1);
  erbium_join (ERBIUM_RUN (await, child));
  printf ("back in %d\n", depth);
}

int
main (void)
{
  ERBIUM_RUN (node, 3);
  erbium_join_all ();
  printf ("all\n");
  // CHECK: twice of 3 is 6
  // CHECK-NEXT: square of 2 is 4
  // CHECK-NEXT: twice of 1 is 2
  // CHECK-NEXT: square of 0 is 0
  // CHECK-NEXT: it has ended
  // CHECK-NEXT: back in 1
  // CHECK-NEXT: it has ended
  // CHECK-NEXT: back in 2
  // CHECK-NEXT: it has ended
  // CHECK-NEXT: back in 3
  // CHECK-NEXT: all
}
