/* SPDX-License-Identifier: MIT */
/* What spaces print comes out where they meet their parents, whoever was faster. */
// RUN: %build
// RUN: %sealed %t | FileCheck %s --match-full-lines
#include "erbium/papers.h"
#include "test.h"

static void *
inner (void *unused)
{
  puts ("grandchild");
  return unused;
}

static void *
child (void *name)
{
  for (int turn = 0; turn < 3; turn++)
    {
      printf ("%s %d\n", (char *) name, turn);
      fprintf (stderr, "%s says %d\n", (char *) name, turn);
      space_ret ();
    }
  int id = space_alloc (1);
  space_start (id, inner, NULL);
  puts ("last of all");
  space_join (id);
  return NULL;
}

int
main (void)
{
  int a = space_alloc (1), b = space_alloc (2);
  printf ("begin\n");
  space_start (a, child, "a");
  space_start (b, child, "b");
  for (int turn = 0; turn < 3; turn++)
    {
      space_sync (b, true);
      printf ("turn %d\n", turn);
      space_sync (a, true);
    }
  space_join (a);
  space_join (b);
  // CHECK: begin
  // CHECK-NEXT: b 0
  // CHECK-NEXT: b says 0
  // CHECK-NEXT: turn 0
  // CHECK-NEXT: a 0
  // CHECK-NEXT: a says 0
  // CHECK-NEXT: b 1
  // CHECK-NEXT: b says 1
  // CHECK: a says 2
  // CHECK-NEXT: last of all
  // CHECK-NEXT: grandchild
  // CHECK-NEXT: last of all
  // CHECK-NEXT: grandchild
}
