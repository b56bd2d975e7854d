/* SPDX-License-Identifier: MIT */
/* Spaces may be threads of one process, each with addresses of its own; ownership of parts
 * of a region goes to several of them. */
// RUN: %build
// RUN: %run --only default,one %t
#include <pthread.h>

#include "spaces.h"

enum { THREADS = 3, N = 2000 };

static size_t page;
static char *mine[THREADS + 1], *all[THREADS + 1];
static int chan;

static void *
work (void *with)
{
  int space = (int) (intptr_t) with;
  spmc_enter (space);
  expect_equal (spmc_space (), space);
  memset (mine[space], space, 2 * page); /* its own part of the first region */
  spmcR_setfix (mine[space], 2 * page);
  for (int n = 1; n <= THREADS; n++) /* that of the others in the second one, as they fix it */
    expect_equal (all[space][(size_t) (n - 1) * page], n + 40);
  for (int n = 0; n < N; n++)
    {
      int x;
      expect_equal (chan_recv (chan, &x), sizeof x);
      expect_equal (x, n);
    }
  expect_equal (chan_recv (chan, NULL), CHAN_END);
  spmc_leave ();
  return NULL;
}

int
main (void)
{
  pthread_t t[THREADS + 1];
  page = (size_t) sysconf (_SC_PAGESIZE);
  spmc_init (THREADS + 1);
  char *parts = spmcR_alloc (2 * THREADS * page), *seen = spmcR_alloc (THREADS * page);
  chan = chan_alloc_as (1, CHAN_EAGER);
  for (int n = 1; n <= THREADS; n++)
    {
      mine[n] = spmcR_transown (n, parts + (size_t) (n - 1) * 2 * page, NULL, 2 * page);
      all[n] = spmcR_copycons (n, seen, NULL, THREADS * page);
      chan_setcons (chan, n);
    }
  for (int n = 1; n <= THREADS; n++)
    expect (pthread_create (&t[n], NULL, work, (void *) (intptr_t) n) == 0);
  for (int n = 1; n <= THREADS; n++)
    {
      seen[(size_t) (n - 1) * page] = (char) (n + 40);
      spmcR_setfix (seen + (size_t) (n - 1) * page, page);
    }
  for (int n = 0; n < N; n++)
    chan_send (chan, &n, sizeof n);
  chan_close (chan);
  for (int n = 0; n < 2 * THREADS; n++) /* the caller reads what it has given away */
    expect_equal (parts[(size_t) n * page + 9], n / 2 + 1);
  for (int n = 1; n <= THREADS; n++)
    expect (pthread_join (t[n], NULL) == 0);
}
