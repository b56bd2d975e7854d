/* SPDX-License-Identifier: MIT */
/* Which of the spaces that wait for each other tells it does not depend on who was allocated first: grandchildren of two
 * spaces, of which the second has been faster. */
// RUN: %build
// RUN: %sealed %t | FileCheck %s
// CHECK: {{^}}child of 0.1 ended with 121
// CHECK-NEXT: {{.*}}: error: erbium_chan_recv: deadlock: these spaces wait for each other: space 0.1.1 in erbium_chan_recv ({{.*}}) waits for space 0.2.1; space 0.2.1 in erbium_chan_recv ({{.*}}) waits for space 0.1.1, in process 'space 0.1.1'
// CHECK: {{^}}child of 0.2 ended with 119
// CHECK-NEXT: {{.*}}: its producer, space 0.1.1 ({{.*}}), has died, in process 'space 0.2.1'
// CHECK: note: look at what it said before it died:
// CHECK-NEXT: {{.*}}: error: erbium_chan_recv: deadlock: these spaces wait for each other: space 0.1.1 in
#include <sys/wait.h>
#include "erbium/papers.h"
#include "test.h"

static int to[2]; /* received by the grandchild of that side, sent by the other one */
static int turn;  /* from the second side to the first */

static void *
waits (void *from)
{
  int side = *(int *) from;
  chan_recv (to[side], &side);
  chan_send (to[!side], &side, sizeof side);
  return NULL;
}

static void *
parent (void *with)
{
  int side = *(int *) with, status = 0;
  if (side == 0)
    chan_recv (turn, &status);
  int child = space_alloc (0);
  if (side == 1)
    chan_send (turn, &status, sizeof status);
  chan_setcons (to[side], child);
  chan_setprod (to[!side], child, 0);
  space_start (child, waits, &side);
  space_watch (child, false, &status);
  printf ("child of %s ended with %d\n", space_path (), WEXITSTATUS (status));
  return NULL;
}

int
main (void)
{
  int child[2];
  for (int n = 0; n < 2; n++)
    {
      child[n] = space_alloc (n);
      to[n] = chan_alloc ();
    }
  turn = chan_alloc ();
  chan_setcons (turn, child[0]);
  chan_setprod (turn, child[1], 0);
  for (int n = 0; n < 2; n++)
    {
      chan_setcons (to[n], child[n]);
      chan_setprod (to[n], child[!n], 0);
    }
  for (int n = 0; n < 2; n++)
    space_start (child[n], parent, &(int) { n });
  for (int n = 0; n < 2; n++)
    space_join (child[n]);
}
