/* SPDX-License-Identifier: MIT */
/* Spaces beside processes of the program: those stay in the parent, of threads and fibers
 * alike; records of the parent are not the space's, and it is told so; a space whose
 * parent had no process may have a network of its own. */
// RUN: %build
// RUN: %run --only default,fiber,alone,one %t own
// RUN: %run --only default,fiber,alone,one %t beside
// RUN: env ERBIUM_TASK=fiber %status 119 %timed %t uses 2>&1 | FileCheck %s
// RUN: %status 119 %timed %t uses 2>&1 | FileCheck %s
// CHECK: erbium: error: this is a child of fork, where no process of its parent runs, in process 'space 0.1'
// CHECK: error: the end of main: space 0.1 (gid 1, {{.*}}) has ended with an error (status 120)
// UNSUPPORTED: thread
/* ThreadSanitizer ends a child of a program with threads. */
#include "erbium/papers.h"
#include "test.h"

enum { LENGTH = 1000 };

ERBIUM_PROCESS (counts, ERBIUM_RECORD (int));
void
counts (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 16);
  for (int i = 0; i < LENGTH; i++)
    {
      erbium_stall (v, i + 1);
      ERBIUM_AT (v, i) = i;
      erbium_commit (v, i + 1);
    }
}

static ERBIUM_VIEW (int)
begin (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 16);
  ERBIUM_RUN (counts, r);
  return v;
}

static void
expect_sum (ERBIUM_VIEW (int) v)
{
  long sum = 0;
  for (int i = 0; erbium_update (v, i + 1); i++)
    {
      sum += ERBIUM_AT (v, i);
      erbium_release (v, i + 1);
    }
  expect_equal (sum, LENGTH * (LENGTH - 1) / 2);
}

static void *
own_network (void *unused)
{
  expect_sum (begin ());
  return unused;
}

static void *
no_network (void *unused)
{
  space_ret ();
  return unused;
}

static void *
uses_record (void *unused)
{
  erbium_new_record (int, 1, 1);
  return unused;
}

static void
beside (void *(*fn) (void *))
{
  ERBIUM_VIEW (int) v = begin (); /* its producer is under way, or waits */
  int id = space_alloc (1);
  space_start (id, fn, NULL);
  expect_sum (v);
  if (fn == no_network)
    expect_equal (space_sync (id, true), SPACE_RETURNED);
}

int
main (int argc, char **argv)
{
  expect_equal (argc, 2);
  if (strcmp (argv[1], "own") == 0)
    for (int n = 0; n < 3; n++)
      space_start (space_alloc (n), own_network, NULL);
  else
    beside (strcmp (argv[1], "beside") == 0 ? no_network : uses_record);
}
