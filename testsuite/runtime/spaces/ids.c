/* SPDX-License-Identifier: MIT */
/* Ids, gids and paths come of the parent and the order in which it allocates, whatever
 * the order in which spaces run; and no id is used twice. */
// RUN: %build
// RUN: %run --only default,spin,one --each %s %t
#include "erbium/papers.h"
#include "test.h"

static void
say (void)
{
  printf ("%s: id %d, gid %d\n", space_path (), space_id (), space_gid ());
}

static void *
leaf (void *unused)
{
  say ();
  return unused;
}

static void *
branch (void *unused)
{
  int first = space_alloc (10 * space_gid () + 1), second = space_alloc (10 * space_gid () + 2);
  expect_equal (first, 1);
  expect_equal (second, 2);
  say ();
  space_ret (); /* now both branches have allocated, in whatever order */
  space_start (second, leaf, NULL);
  space_join (second);
  space_start (first, leaf, NULL);
  space_join (first);
  expect_equal (space_alloc (0), 3);
  return unused;
}

int
main (void)
{
  int child[3];
  say ();
  for (int n = 0; n < 3; n++)
    {
      child[n] = space_alloc (n + 1);
      expect_equal (child[n], n + 1);
    }
  for (int n = 2; n >= 0; n--)
    space_start (child[n], branch, NULL);
  for (int n = 0; n < 3; n++)
    {
      expect_equal (space_sync (child[n], true), SPACE_RETURNED);
      expect_equal (space_sync (child[n], true), SPACE_ENDED);
    }
  // CHECK-DAG: {{^}}0: id 0, gid -1
  // CHECK-DAG: {{^}}0.1: id 1, gid 1
  // CHECK-DAG: {{^}}0.2: id 2, gid 2
  // CHECK-DAG: {{^}}0.3: id 3, gid 3
  // CHECK-DAG: {{^}}0.1.1: id 1, gid 11
  // CHECK-DAG: {{^}}0.1.2: id 2, gid 12
  // CHECK-DAG: {{^}}0.2.1: id 1, gid 21
  // CHECK-DAG: {{^}}0.3.2: id 2, gid 32
}
