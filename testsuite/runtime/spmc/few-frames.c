/* SPDX-License-Identifier: MIT */
/* A stream of any length goes on where files may not grow (ulimit -f): a block that the segment would have added is not
 * to be had, so one that nobody can reach any more is taken, each time. */
// RUN: %build
// RUN: %timed sh -c 'ulimit -f 300; exec %t'
// UNSUPPORTED: sanitizer
#include <sys/prctl.h>

#include "spaces.h"

enum { PAGES = 4, LONG = 2000 };

static size_t page, size;
static char *a;
static atomic_long *sent, *passed; /* shared: generations that are fixed; that the consumer has read */

static void
wait_until (atomic_long *count, long n)
{
  while (told (count) < n)
    sched_yield ();
}

static void
consume (void *with)
{
  (void) with;
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  for (int g = 0; g < LONG; g++)
    {
      wait_until (sent, g + 1);
      expect_equal (a[0], (char) g);
      expect_equal (a[size - 1], (char) (g + 1));
      spmcR_extend (a + size, a, size);
      tell (passed, g + 1);
    }
}


int
main (void)
{
  struct erbium_spmc_counts counts;
  page = (size_t) sysconf (_SC_PAGESIZE);
  size = PAGES * page;
  sent = shared_memory (sizeof *sent);
  passed = shared_memory (sizeof *passed);
  spmc_init (2);
  a = spmcR_alloc (size + page);
  spmcR_copycons (1, a, a, size + page);
  pid_t child = start_space (1, consume, NULL);
  for (int g = 0; g < LONG; g++)
    {
      a[0] = (char) g;
      a[size - 1] = (char) (g + 1);
      spmcR_setfix (a, size);
      spmcR_extend (a + size, a, size);
      tell (sent, g + 1);
      wait_until (passed, g + 1);
    }
  spmcR_counts (a, &counts);
  expect (counts.frames <= (300 * 1024) / (int64_t) page); /* hundreds, if there were no limit */
  expect (counts.recycled >= LONG - counts.frames);
  expect_equal (status_of (child), 0);
}
