/* SPDX-License-Identifier: MIT */
/* A thread that has ended, before a space was started, after, or in it, is no reason to wait for ever in a deadlock. */
// RUN: %build
// RUN: %status 121 %timed %t before 2>&1 | FileCheck %s
// RUN: %status 121 %timed %t after 2>&1 | FileCheck %s
// RUN: %status 121 %timed %t in-child 2>&1 | FileCheck %s
// CHECK: error: erbium_chan_recv: deadlock: these spaces wait for each other: space 0 in erbium_chan_recv ({{.*}}) waits for space 0.1;
// CHECK-SAME: space 0.1 in erbium_chan_recv ({{.*}}) waits for space 0, in process
// That of ThreadSanitizer does not end:
// UNSUPPORTED: thread
#include <pthread.h>
#include <string.h>

#include "erbium/papers.h"
#include "test.h"

static int there, back;

static void *
do_nothing (void *with)
{
  return with;
}

static void
have_had_a_thread (void)
{
  pthread_t t;
  expect (pthread_create (&t, NULL, do_nothing, NULL) == 0);
  expect (pthread_join (t, NULL) == 0);
}

static void *
echo (void *when)
{
  char c;
  if (!strcmp (when, "in-child"))
    have_had_a_thread ();
  chan_recv (there, &c);
  chan_send (back, &c, 1);
  return when;
}

int
main (int count, char **words)
{
  char c;
  expect_equal (count, 2);
  int child = space_alloc (0);
  there = chan_alloc ();
  back = chan_alloc ();
  chan_setcons (there, child);
  chan_setprod (back, child, 1);
  if (!strcmp (words[1], "before"))
    have_had_a_thread ();
  space_start (child, echo, words[1]);
  if (!strcmp (words[1], "after"))
    have_had_a_thread ();
  chan_recv (back, &c);
}
