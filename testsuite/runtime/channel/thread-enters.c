/* SPDX-License-Identifier: MIT */
/* A thread that has sent as the space of its process receives what it has sent once it has entered a space of its own, and
 * sends again when it has left that. */
// RUN: %build
// RUN: %run --only default,one %t
#include <pthread.h>

#include "../spmc/spaces.h"

static int c;

static void *
send_and_receive (void *with)
{
  char got[2];
  chan_send (c, "1", 2);
  spmc_enter (1);
  expect_equal (chan_recv (c, got), 2);
  expect_equal (got[0], '1');
  spmc_leave ();
  chan_send (c, "2", 2);
  return with;
}

int
main (void)
{
  pthread_t t;
  spmc_init (2);
  c = chan_alloc ();
  chan_setcons (c, 1);
  expect (pthread_create (&t, NULL, send_and_receive, NULL) == 0);
  expect (pthread_join (t, NULL) == 0);
  chan_close (c);
}
