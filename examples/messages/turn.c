/* SPDX-License-Identifier: MIT */
/* turn.c - two spaces that wait for each other's first message. */
#include <erbium/channel.h>
#include <erbium/space.h>

static int there, back;

static void *answer (void *unused)
{
  int message;
  erbium_chan_recv (there, &message);
  erbium_chan_send (back, &message, sizeof message);
  return unused;
}

int main (void)
{
  int child = erbium_space_alloc (0), message = 0;
  there = erbium_chan_alloc ();
  back = erbium_chan_alloc ();
  erbium_chan_setcons (there, child);
  erbium_chan_setprod (back, child, 1);
  erbium_space_start (child, answer, NULL);
  erbium_chan_recv (back, &message);
  erbium_chan_send (there, &message, sizeof message);
  erbium_space_join (child);
}
