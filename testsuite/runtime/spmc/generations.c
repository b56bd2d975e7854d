/* SPDX-License-Identifier: MIT */
/* A few pages carry a stream without an end: each consumer sees each generation, at its own
 * pace, by access and by spmcR_read; frames are used again; and what a slow consumer has kept
 * comes back to the system when it has passed. */
// RUN: %build
// RUN: %run --only default,one %t
#include "spaces.h"

enum { PAGES = 5, GENERATIONS = 400, LATE = 300 };

static size_t page;
static uint64_t *a;
static atomic_long *done; /* shared: generations that the late consumer may begin to read after */

static uint64_t
value (int g, int n)
{
  return mixed ((uint64_t) g * PAGES + (uint64_t) n);
}

/* What is not written is 0, in each generation, though the frame had something else before. */
static uint64_t
second (int g, int n)
{
  return g % 3 == 0 ? value (g, n) : 0;
}

static uint64_t *
page_of (int n)
{
  return a + (size_t) n * page / sizeof *a;
}

static void
extend (void)
{
  expect (spmcR_extend (page_of (PAGES), a, PAGES * page));
}

static void
read_generations (void)
{
  for (int g = 0; g < GENERATIONS; g++)
    {
      for (int n = 0; n < PAGES; n++)
        {
          uint64_t x = 0;
          if ((g + n) % 2)
            x = *page_of (n);
          else
            spmcR_read (page_of (n), &x, sizeof x);
          expect_equal (x, value (g, n));
          expect_equal (page_of (n)[7], second (g, n));
        }
      if (g + 1 < GENERATIONS)
        extend ();
    }
  expect (!spmcR_test_extend (page_of (PAGES)));
}

static void
consume (void *with)
{
  (void) with;
  read_generations ();
}

static void
consume_late (void *with)
{
  (void) with;
  while (told (done) < LATE)
    usleep (1000);
  read_generations ();
}

static void
produce (int g)
{
  for (int n = 0; n < PAGES; n++)
    {
      uint64_t x = value (g, n);
      if (n % 2)
        *page_of (n) = x;
      else
        spmcR_write (page_of (n), &x, sizeof x);
      if (g % 3 == 0)
        page_of (n)[7] = x;
    }
  spmcR_setfix (a, PAGES * page);
}

int
main (void)
{
  struct erbium_spmc_counts counts;
  struct erbium_spmc_use use;
  page = (size_t) sysconf (_SC_PAGESIZE);
  done = shared_memory (page);
  spmc_init (3);
  a = spmcR_alloc ((PAGES + 1) * page);
  spmcR_copycons (1, a, a, (PAGES + 1) * page);
  spmcR_copycons (2, a, a, (PAGES + 1) * page);
  pid_t soon = start_space (1, consume, NULL), late = start_space (2, consume_late, NULL);
  for (int g = 0; g < GENERATIONS; g++)
    {
      produce (g);
      tell (done, g + 1);
      if (g + 1 < GENERATIONS)
        extend ();
    }
  spmcR_counts (a, &counts);
  expect_equal (counts.extensions, GENERATIONS - 1);
  expect (counts.most_frames >= LATE * PAGES); /* nothing was lost to the late one */
  expect_good_end (soon);
  expect_good_end (late);
  for (int g = 0; g < 100; g++) /* nobody is behind: a generation takes what another had */
    {
      extend ();
      produce (g);
    }
  spmcR_counts (a, &counts);
  expect (counts.recycled >= 99);
  expect (counts.frames * (int64_t) page <= (8 << 20) + 3 * PAGES * (int64_t) page);
  spmcR_clear (a, (PAGES + 1) * page);
  erbium_spmc_use (&use);
  expect_equal (use.regions, 0);
  expect_equal (use.bytes, 0);
}
