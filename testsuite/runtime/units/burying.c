/* SPDX-License-Identifier: MIT */
/* A space has died, and one that waits for it finds that out, while its parent hears of the death, and gives its
 * number to the next space, after each few instructions of the one who waits: the next one keeps what it has
 * been given.  (The linker finds functions at the start: later it takes more steps than all else.) */
// REQUIRES: x86_64
// UNSUPPORTED: thread
// RUN: %cc -I%root/runtime -I%root/ir-spec -Wl,-z,now %s -o %t %libs
// RUN: %timed %t
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

#include "../spmc/steps.h"
#include "pages/page_access.h"

enum { DIES = 1, SPACES };

/* A fork for each STRIDE instructions. */
#ifdef __SANITIZE_ADDRESS__
enum { STRIDE = 500 };
#else
enum { STRIDE = 50 };
#endif

static size_t page;
static uint64_t *a;

static void
dies (void *with)
{
  (void) with;
  _exit (0);
}

static void
look (void *with)
{
  (void) with;
  expect (!erb_spmc_alive (DIES));
}

static void
read_given (void *with)
{
  (void) with;
  uint64_t x = 0;
  expect (spmcR_test (a));
  spmcR_read (a, &x, sizeof x);
  expect_equal (x, 7);
}

/* A thread, as it may have to wait for the one who stands still. */
static void *
give_again (void *with)
{
  spmc_died (DIES, NULL);
  spmcR_copycons (DIES, a, a, page);
  return with;
}

static void
soon (struct timespec *at)
{
  clock_gettime (CLOCK_REALTIME, at);
  at->tv_nsec += 20000000;
  at->tv_sec += at->tv_nsec / 1000000000;
  at->tv_nsec %= 1000000000;
}

static bool
give_after (int steps)
{
  bool ended;
  uint64_t x = 7;
  a = spmcR_alloc (page);
  spmcR_write (a, &x, sizeof x);
  spmcR_setfix (a, page);
  spmcR_copycons (DIES, a, a, page);
  expect_good_end (start_space (DIES, dies, NULL));
  pid_t looker = start_still (look, NULL);
  step (looker, steps, &ended);
  pthread_t parent;
  struct timespec limit;
  expect (pthread_create (&parent, NULL, give_again, NULL) == 0);
  soon (&limit);
  bool given = !pthread_timedjoin_np (parent, NULL, &limit);
  if (!ended)
    let_go (looker);
  if (!given)
    expect (pthread_join (parent, NULL) == 0);
  expect_good_end (start_space (DIES, read_given, NULL));
  spmcR_clear (a, page);
  return !ended;
}

int
main (void)
{
  page = (size_t) sysconf (_SC_PAGESIZE);
  spmc_init (SPACES);
  for (int steps = 0; give_after (steps); steps += STRIDE)
    ;
}
