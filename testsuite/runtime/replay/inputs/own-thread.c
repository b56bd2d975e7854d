/* SPDX-License-Identifier: MIT */
/* A thread of a space receives from a channel; with an argument, reads a page. */
#include <pthread.h>
#include "erbium/papers.h"
#include "test.h"

static char *page; /* where there is an argument */

static void *
receive (void *channel)
{
  char c;
  if (page)
    spmcR_read (page, &c, 1);
  chan_recv (*(int *) channel, &c);
  return NULL;
}

static void *
wait_for_it (void *channel)
{
  pthread_t thread;
  expect (!chan_test (*(int *) channel));
  expect_equal (pthread_create (&thread, NULL, receive, channel), 0);
  pthread_join (thread, NULL);
  return NULL;
}

int
main (int argc, char **argv)
{
  int child = space_alloc (0), channel = chan_alloc ();
  page = argc > 1 ? spmcR_alloc (4096) : NULL;
  if (page)
    spmcR_copycons (child, page, page, 4096);
  (void) argv;
  chan_setcons (channel, child);
  space_start (child, wait_for_it, &channel);
  space_watch (child, true, NULL);
  return 120;
}
