/* SPDX-License-Identifier: MIT */
/* The replay of a space that sends needs no memory for receivers that do not run, nor that of one that receives
 * for what it has received; the log of the first has nothing of what it has sent. */
// RUN: %build
// RUN: rm -rf %t.rec && env ERBIUM_RECORD=%t.rec %t
// RUN: %S/inputs/memory %erbium-replay %t.rec
#include "erbium/papers.h"
#include "test.h"

enum { MESSAGES = 1000, SIZE = 64 << 10, AHEAD = 16 };

static int data, credit;
static char message[SIZE];

static void *
sends (void *unused)
{
  for (int n = 0; n < MESSAGES; n++)
    {
      if (n >= AHEAD)
        chan_recv (credit, message);
      chan_send (data, message, sizeof message);
    }
  return unused;
}

int
main (void)
{
  int child = space_alloc (0);
  data = chan_alloc ();
  credit = chan_alloc ();
  chan_setprod (data, child, true);
  chan_setcons (credit, child);
  space_start (child, sends, NULL);
  for (int n = 0; n < MESSAGES; n++)
    {
      chan_recv (data, message);
      chan_send (credit, "", 1);
    }
  space_join (child);
}
