/* SPDX-License-Identifier: MIT */
/* Memory is bounded by what is still to be read: a stream of any length whose consumer keeps up needs a few
 * generations; and what was kept for a consumer that was late goes back to the system as that one passes, though the
 * producer does nothing. */
// RUN: %build
// RUN: %run --only default,one %t
#include "spaces.h"

enum { PAGES = 64, LATE = 100, LONG = 1000 };

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
extend (void)
{
  spmcR_extend (a + size, a, size);
}

static void
consume (void *with)
{
  (void) with;
  wait_until (sent, LATE);
  for (int g = 0; g < LATE + LONG; g++)
    {
      expect_equal (a[0], (char) g);
      extend ();
      tell (passed, g + 1);
    }
  wait_until (sent, LATE + LONG + 1);
}

static void
produce (int g)
{
  for (int n = 0; n < PAGES; n++)
    a[(size_t) n * page] = (char) g;
  spmcR_setfix (a, size);
  extend ();
  tell (sent, g + 1);
}

/* What is spare stays for the next generations: 8 MiB at most, and a few generations are in use. */
static void
expect_little (void)
{
  struct erbium_spmc_counts counts;
  struct erbium_spmc_use use;
  int64_t most = (8 << 20) + 10 * (int64_t) size;
  spmcR_counts (a, &counts);
  erbium_spmc_use (&use);
  expect (counts.frames * (int64_t) page <= most);
  expect (use.bytes <= most);
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
  for (int g = 0; g < LATE; g++)
    produce (g);
  spmcR_counts (a, &counts);
  expect (counts.frames >= LATE * PAGES);
  wait_until (passed, LATE);
  expect_little ();
  for (int g = LATE; g < LATE + LONG; g++)
    {
      produce (g);
      wait_until (passed, g + 1);
      expect_little ();
    }
  spmcR_counts (a, &counts);
  expect (counts.recycled >= LONG - 1);
  tell (sent, LATE + LONG + 1);
  expect_good_end (child);
}
