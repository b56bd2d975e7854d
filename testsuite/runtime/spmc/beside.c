/* SPDX-License-Identifier: MIT */
/* While a thread beside it may still send, a space that waits is in no deadlock; once that thread has ended without, it
 * is. */
// RUN: %build
// RUN: %timed %t
// RUN: %status 121 %timed %t nothing 2>&1 | FileCheck %s
// CHECK: error: erbium_chan_recv: deadlock: these spaces wait for each other: space 0 in erbium_chan_recv
// That of ThreadSanitizer does not end:
// UNSUPPORTED: thread
#include <pthread.h>

#include "spaces.h"

enum { LONG = 1500000 }; /* a deadlock takes some tenths of a second to be told */

static int there, back;

static void
echo (void *with)
{
  char c;
  (void) with;
  chan_recv (there, &c);
  chan_send (back, &c, 1);
}

static void *
act_late (void *with)
{
  usleep (LONG);
  if (!with)
    chan_send (there, "x", 1);
  return NULL;
}

int
main (int count, char **words)
{
  pthread_t t;
  char c;
  spmc_init (2);
  there = chan_alloc ();
  back = chan_alloc ();
  chan_setcons (there, 1);
  chan_setprod (back, 1, 1);
  pid_t child = start_space (1, echo, NULL);
  expect (pthread_create (&t, NULL, act_late, count > 1 ? words[1] : NULL) == 0);
  expect_equal (chan_recv (back, &c), 1);
  expect (pthread_join (t, NULL) == 0);
  expect_good_end (child);
}
