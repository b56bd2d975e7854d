/* SPDX-License-Identifier: MIT */
/* What is printed, and stays in a buffer, comes in the order in which parent and child meet: the parent's before a
 * space_sync and a space_join before what the child prints behind them, the child's before a space_ret before what
 * the parent prints behind the meeting. */
// RUN: %build
// RUN: %run --only default,spin,one %t | FileCheck %s --match-full-lines
#include "erbium/papers.h"
#include "test.h"

static void
child_leaves (void)
{
  puts ("child, behind the join");
}

static void *
child (void *unused)
{
  atexit (child_leaves);
  space_ret ();
  puts ("child, behind the sync");
  space_ret ();
  return unused;
}

int
main (void)
{
  int id = space_alloc (1);
  puts ("parent, before the start");
  space_start (id, child, NULL);
  puts ("parent, before the sync");
  space_sync (id, true);
  // CHECK: parent, before the start
  // CHECK-NEXT: parent, before the sync
  // CHECK-NEXT: child, behind the sync
  puts ("parent, before the join");
  space_join (id);
  // CHECK-NEXT: parent, before the join
  // CHECK-NEXT: child, behind the join
  puts ("parent, behind the join");
  // CHECK-NEXT: parent, behind the join
}
