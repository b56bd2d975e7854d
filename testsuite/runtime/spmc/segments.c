/* SPDX-License-Identifier: MIT */
/* A segment may lie within another one: when the outer one is extended, the inner one begins
 * anew, for the producer and for a consumer that has not read all of it. */
// RUN: %build
// RUN: %run --only default,one %t
#include "spaces.h"

/* Pages 0 and 1 are the inner segment, 2 its extension page, 3 is the outer one's alone, 4 its
 * extension page, 5 is never extended. */
static size_t page;
static char *a;

static char *
at (int n)
{
  return a + (size_t) n * page;
}

static void
inner (void)
{
  spmcR_extend (at (2), at (0), 2 * page);
}

static void
outer (void)
{
  spmcR_extend (at (4), at (0), 4 * page);
}

static void
put (int n, char x)
{
  *at (n) = x;
  spmcR_setfix (at (n), page);
}

static void
follow_all (void *with)
{
  (void) with;
  expect_equal (*at (5), 'z');
  expect_equal (*at (0), 'a');
  inner ();
  expect_equal (*at (1), 'b');
  inner ();
  expect_equal (*at (0), 'c');
  expect_equal (*at (3), 'd');
  expect (!spmcR_try_extend (at (2), at (0), 2 * page));
  outer ();
  expect_equal (*at (0), 'e');
  inner ();
  expect_equal (*at (1), 'f');
  expect_equal (*at (3), 'g');
  expect_equal (*at (5), 'z');
}

static void
follow_outer (void *with)
{
  (void) with;
  expect_equal (*at (0), 'a');
  outer ();
  expect_equal (*at (3), 'g');
  expect_equal (*at (0), 'e');
  inner ();
  expect_equal (*at (1), 'f');
  expect (!spmcR_test (at (0)));
}

int
main (void)
{
  page = (size_t) sysconf (_SC_PAGESIZE);
  spmc_init (3);
  a = spmcR_alloc (6 * page);
  spmcR_copycons (1, a, a, 6 * page);
  spmcR_copycons (2, a, a, 6 * page);
  pid_t one = start_space (1, follow_all, NULL), two = start_space (2, follow_outer, NULL);
  put (0, 'a');
  inner ();
  put (1, 'b');
  inner ();
  put (0, 'c');
  put (3, 'd');
  outer ();
  put (0, 'e');
  inner ();
  put (1, 'f');
  put (3, 'g');
  put (5, 'z');
  expect_good_end (one);
  expect_good_end (two);
}
