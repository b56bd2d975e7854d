/* SPDX-License-Identifier: MIT */
/* What a consumer reads of pages, in each way there is, and how often the answer to its questions was no,
 * is the same in its replay, where nobody produces. */
// RUN: %build
// RUN: %replays %erbium-replay %t.rec %t > %t.out
// RUN: FileCheck %s < %t.out
// RUN: %replays %erbium-replay %t.rec ERBIUM_SEAL=1 %t > %t.out
// RUN: FileCheck %s < %t.out
// CHECK: 0: sum 4096 to 13
// CHECK: 0.1: made 6 generations
// CHECK: 0.2: {{[1-9][0-9]*}} times not, sum {{[1-9][0-9]*}}
// CHECK: 0.3: sum {{[1-9][0-9]*}}, by calls {{[1-9][0-9]*}}
#include "erbium/papers.h"
#include "test.h"

enum { PAGE = 4096, PAGES = 24, GENERATIONS = 6 };

static char *region; /* PAGES, and an extension page */
static char *small;  /* a page for main, and an extension page */
static int begin;    /* channel: the producer begins once somebody has asked in vain */

static int
value (int generation, int page, int at)
{
  return (generation * 31 + page * 7 + at / 64) % 127;
}

static void
write_pages (int generation)
{
  for (int page = 0; page < PAGES; page++)
    {
      for (int at = 0; at < PAGE; at++)
        region[page * PAGE + at] = (char) value (generation, page, at);
      if (page % 3 == 0) /* a part of a page first */
        spmcR_setfix (region + page * PAGE, 100);
      spmcR_setfix (region + page * PAGE + (page % 3 ? 0 : 100), PAGE - (page % 3 ? 0 : 100));
    }
}

static void *
produce (void *unused)
{
  char go;
  chan_recv (begin, &go);
  for (int g = 0; g < GENERATIONS; g++)
    {
      write_pages (g);
      memset (small, g + 1, PAGE);
      spmcR_setfix (small, PAGE);
      spmcR_extend (small + PAGE, small, PAGE);
      if (g < GENERATIONS - 1)
        spmcR_extend (region + PAGES * PAGE, region, PAGES * PAGE);
    }
  printf ("%s: made %d generations\n", space_path (), GENERATIONS);
  return unused;
}

static long
sum_of (const char *from, size_t size)
{
  long sum = 0;
  for (size_t n = 0; n < size; n++)
    sum = sum * 3 % 1000003 + from[n];
  return sum;
}

/* Asks before each access. */
static void *
ask (void *unused)
{
  long sum = 0, no = !spmcR_test (region);
  chan_send (begin, "", 1);
  for (int g = 0; g < GENERATIONS; g++)
    {
      for (int page = 0; page < PAGES; page++)
        {
          while (!spmcR_test_range (region + page * PAGE, PAGE))
            no++;
          sum += sum_of (region + page * PAGE, PAGE);
        }
      if (g == GENERATIONS - 1)
        break;
      while (!spmcR_try_extend (region + PAGES * PAGE, region, PAGES * PAGE))
        no++;
    }
  while (!spmcR_ended (region + PAGES * PAGE))
    no++;
  printf ("%s: %ld times not, sum %ld\n", space_path (), no, sum);
  return unused;
}

/* By faults, by calls, in place. */
static void *
touch (void *unused)
{
  long sum = 0, called = 0;
  char buffer[3 * PAGE];
  for (int g = 0; g < GENERATIONS; g++)
    {
      sum += sum_of (region, 5 * PAGE);
      spmcR_read (region + 5 * PAGE + 10, buffer, sizeof buffer);
      called += sum_of (buffer, sizeof buffer);
      called += sum_of (spmcR_at (region + 8 * PAGE, 4 * PAGE), 4 * PAGE);
      spmcR_map (region + 12 * PAGE, 4 * PAGE);
      sum += sum_of (region + 12 * PAGE, (PAGES - 12) * PAGE);
      if (g < GENERATIONS - 1)
        spmcR_extend (region + PAGES * PAGE, region, PAGES * PAGE);
    }
  printf ("%s: sum %ld, by calls %ld\n", space_path (), sum, called);
  return unused;
}

int
main (void)
{
  void *(*const what[]) (void *) = { produce, ask, touch };
  int child[3];
  for (int n = 0; n < 3; n++)
    child[n] = space_alloc (n);
  region = spmcR_alloc ((PAGES + 1) * PAGE);
  small = spmcR_alloc (2 * PAGE);
  begin = chan_alloc ();
  chan_setcons (begin, child[0]);
  chan_setprod (begin, child[1], false);
  for (int n = 1; n < 3; n++)
    spmcR_copycons (child[n], region, region, (PAGES + 1) * PAGE);
  spmcR_transown (child[0], region, region, (PAGES + 1) * PAGE);
  spmcR_transown (child[0], small, small, 2 * PAGE);
  spmcR_clear (region, (PAGES + 1) * PAGE);
  for (int n = 0; n < 3; n++)
    space_start (child[n], what[n], NULL);
  long sum = 0, to = 0;
  for (int g = 0; g < GENERATIONS; g++)
    {
      for (int at = 0; at < PAGE; at++)
        sum += small[at] == g + 1;
      to += small[7];
      spmcR_extend (small + PAGE, small, PAGE);
    }
  expect_equal (sum, GENERATIONS * PAGE);
  for (int n = 0; n < 3; n++)
    space_join (child[n]);
  printf ("0: sum %d to %ld\n", PAGE, to - 8);
}
