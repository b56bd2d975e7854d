/* SPDX-License-Identifier: MIT */
/* What a producer fixes, a space that was forked reads at the same address, by access and by
 * spmcR_read; and it reads nothing that is not fixed. */
// RUN: %build
// RUN: %timed %t
#include "spaces.h"

enum { PAGES = 40 };

static size_t page;
static atomic_long *step; /* shared */

static uint64_t
value (size_t n, size_t k)
{
  return mixed (n * 1000 + k);
}

static void
read_all (void *with)
{
  const uint64_t *a = with;
  size_t words = page / sizeof *a;
  for (size_t n = 0; n < PAGES; n++)
    {
      if (n % 2 && n > 2)
        {
          uint64_t copy[8];
          spmcR_read (a + n * words + 3, copy, sizeof copy);
          expect_equal (copy[0], value (n, 3));
          expect_equal (copy[7], value (n, 10));
        }
      expect_equal (a[n * words], value (n, 0)); /* waits */
      expect (told (step) >= (long) n);
      for (size_t k = 0; k < words; k++)
        expect_equal (a[n * words + k], value (n, k));
    }
}

int
main (void)
{
  page = (size_t) sysconf (_SC_PAGESIZE);
  spmc_init (3);
  expect_equal (spmc_space (), 0);
  step = shared_memory (page); /* how far the producer says that it is */
  uint64_t *a = spmcR_alloc (PAGES * page);
  size_t words = page / sizeof *a;
  expect (spmcR_copycons (1, a, a, PAGES * page) == a);
  expect (spmcR_copycons (2, a, a, PAGES * page) == a);
  tell (step, -1);
  pid_t one = start_space (1, read_all, a);
  pid_t two = start_space (2, read_all, a);
  uint64_t seed = 7;
  for (size_t n = 0; n < PAGES; n++)
    {
      for (size_t k = 0; k < words; k++)
        a[n * words + k] = value (n, k);
      dither (&seed);
      tell (step, (long) n);
      spmcR_setfix (a + n * words, page);
    }
  expect_equal (a[5], value (0, 5)); /* it may still read */
  expect_good_end (one);
  expect_good_end (two);
}
