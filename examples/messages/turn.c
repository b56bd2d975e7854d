/* SPDX-License-Identifier: MIT */
/* turn.c - two spaces that wait for each other's first message. */
#include <erbium/channel.h>
#include <erbium/space.h>

static int there, back;

static void *answer (void *unused)
{
  int message;
  chan_recv (there, &message);
  chan_send (back, &message, sizeof message);
  return unused;
}

int main (void)
{
  int child = space_alloc (0), message = 0;
  there = chan_alloc ();
  back = chan_alloc ();
  chan_setcons (there, child);
  chan_setprod (back, child, 1);
  space_start (child, answer, NULL);
  chan_recv (back, &message);
  chan_send (there, &message, sizeof message);
  space_join (child);
}
