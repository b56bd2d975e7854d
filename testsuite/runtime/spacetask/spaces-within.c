/* SPDX-License-Identifier: MIT */
/* A process that is a space may have spaces and channels of its own, though main has none; and asks for its
 * path before. */
// UNSUPPORTED: thread
// RUN: %build
// RUN: env ERBIUM_TASK=space %timed %t | FileCheck %s
// CHECK: 0.p1
// CHECK: 0.p2
// CHECK: 0.p2.1 sends
// CHECK: got 7
#include "erbium/papers.h"
#include "test.h"

static void *
sends (void *channel)
{
  int n = 7;
  chan_send (*(int *) channel, &n, sizeof n);
  printf ("%s sends\n", space_path ());
  return NULL;
}

ERBIUM_PROCESS (p, int);
void
p (int children)
{
  static int channel;
  int got = 0;
  printf ("%s\n", space_path ());
  if (!children)
    return;
  int child = space_alloc (0);
  channel = chan_alloc ();
  chan_setprod (channel, child, true);
  space_start (child, sends, &channel);
  chan_recv (channel, &got);
  space_join (child);
  printf ("got %d\n", got);
}

int
main (void)
{
  erbium_join (ERBIUM_RUN (p, 0));
  erbium_join (ERBIUM_RUN (p, 1));
}
