/* SPDX-License-Identifier: MIT */
/* Processes that are spaces: what each has read of records, and that it has, is the same in its replay, where no
 * other runs.  Structures with padding, elements longer than an event, two producers, two consumers, a circle, an
 * observer, views and ids that are handed on, a process that runs others, a horizon that is too small. */
// UNSUPPORTED: thread
// RUN: %build
// RUN: %replays %erbium-replay %t.rec ERBIUM_TASK=space %t > %t.out
// RUN: FileCheck %s < %t.out
// RUN: %replays %erbium-replay %t.rec ERBIUM_TASK=space ERBIUM_CHECK=1 %t > %t.again
// RUN: grep -v observer %t.out > %t.a && grep -v observer %t.again | diff %t.a -
// RUN: %replays %erbium-replay %t.rec ERBIUM_TASK=space ERBIUM_WINDOW=4096 %t > %t.again
// RUN: grep -v observer %t.again | diff %t.a -
// RUN: %replays %erbium-replay %t.rec ERBIUM_TASK=space ERBIUM_SEAL=1 %t > %t.again
// RUN: grep -v observer %t.again | diff %t.a -
// RUN: %erbium-replay %t.rec | FileCheck %s --check-prefix=LIST
// LIST: 0 0 - main {{[1-9][0-9]*}} {{[1-9][0-9]*}} {{[0-9]+}} returned
// LIST: 1 0.p1 - pairs 0 {{[1-9][0-9]*}} {{[0-9]+}} returned
// LIST: 0.p2.p1 - rest_of {{[1-9][0-9]*}} {{[1-9][0-9]*}} {{[0-9]+}} returned
// RUN: %erbium-replay %t.rec --space=0.p2.p1 --gdb -- -batch -ex "break rest_of" -ex run -ex bt -ex continue > %t.gdb 2>&1
// RUN: FileCheck %s --check-prefix=GDB < %t.gdb
// GDB: #0 {{.*}}rest_of (
// GDB: half_of (
// GDB: main (
// GDB: 0.p2.p1: the rest
// GDB: exited normally
// CHECK: 0: main [[SUM:[0-9]+]] large [[LARGE:[0-9]+]] circle 1000000 small 4950
// CHECK: 0.p1: pairs done
// CHECK: 0.p2: half of the pairs
// CHECK: 0.p2.p1: the rest [[SUM]]
// CHECK: 0.p3: odd ones
// CHECK: 0.p4: odd ones
// CHECK: 0.p5: adds [[ADDS:[0-9]+]]
// CHECK: 0.p6: adds [[ADDS]]
// CHECK: 0.p7: around 500000
// CHECK: 0.p8: observer
// CHECK: 0.p9: large [[LARGE]]
// CHECK: 0.p10: begins
// CHECK: 0.p11: goes on at 50
// CHECK: 0.p12: far ahead
// CHECK: 0.p13: kept all of 40000
#include "test.h"

enum { PAIRS = 20000, BOTH = 5000, TURNS = 500, BYTES = 300000, LARGE = 6 };

struct pair { char c; long n; };           /* seven bytes that nobody writes */
struct large { unsigned char byte[BYTES]; };
typedef ERBIUM_RECORD (struct pair) pair_record;
typedef ERBIUM_VIEW (struct pair) pair_view;
typedef ERBIUM_RECORD (int) int_record;
typedef ERBIUM_VIEW (int) int_view;
typedef ERBIUM_RECORD (struct large) large_record;

ERBIUM_PROCESS (pairs, pair_record);
void
pairs (pair_record r)
{
  pair_view w = erbium_new_write_view (r);
  erbium_register (w, 1);
  erbium_alloc (w, 100);
  for (long i = 0; i < PAIRS; i++)
    {
      erbium_stall (w, i + 1);
      ERBIUM_AT (w, i).n = i % 7;
      ERBIUM_AT (w, i).c = (char) (i % 100);
      if (i % 3 == 2 || i == PAIRS - 1)
        erbium_commit (w, i + 1);
    }
  printf ("0.p1: pairs done\n");
}

ERBIUM_PROCESS (rest_of, pair_view, int_record, long);
void
rest_of (pair_view v, int_record r, long sum)
{
  long i = PAIRS / 2;
  int_view w = erbium_new_write_view (r);
  erbium_register (w, 1);
  erbium_alloc (w, 1);
  for (; erbium_update (v, i + 1); i++)
    {
      sum += ERBIUM_AT (v, i).n * ERBIUM_AT (v, i).c;
      erbium_release (v, i + 1);
    }
  erbium_stall (w, 1);
  ERBIUM_AT (w, 0) = (int) sum;
  erbium_commit (w, 1);
  printf ("0.p2.p1: the rest %ld\n", sum);
}

ERBIUM_PROCESS (half_of, pair_record, int_record);
void
half_of (pair_record from, int_record to)
{
  long sum = 0;
  pair_view v = erbium_new_read_view (from);
  erbium_register (v, 1);
  erbium_alloc (v, 100);
  for (long i = 0; i < PAIRS / 2; i++)
    {
      expect (erbium_update (v, i + 1) == i + 1);
      sum += ERBIUM_AT (v, i).n * ERBIUM_AT (v, i).c;
      erbium_release (v, i + 1);
    }
  printf ("0.p2: half of the pairs\n");
  ERBIUM_RUN (rest_of, erbium_give (v), to, sum);
}

/* Each second element of one record, from one of two producers. */
ERBIUM_PROCESS (every_second, int_record, int, const char *);
void
every_second (int_record r, int which, const char *name)
{
  int_view w = erbium_new_write_view (r);
  erbium_register (w, which + 1);
  erbium_alloc (w, 64);
  for (int i = which; i < BOTH; i += 2)
    {
      erbium_stall (w, i + 1);
      ERBIUM_AT (w, i) = i + 1;
      erbium_commit (w, i + 2);
    }
  printf ("%s: odd ones\n", name);
}

ERBIUM_PROCESS (adds, int_record, int, const char *);
void
adds (int_record r, int which, const char *name)
{
  long sum = 0;
  int_view v = erbium_new_read_view (r);
  erbium_register (v, which + 1);
  erbium_alloc (v, 64);
  for (int i = 0; erbium_update (v, i + 10) > i; i += 10)
    {
      for (int k = i; k < i + 10; k++)
        sum = (sum * 3 + ERBIUM_AT (v, k)) % 1000003;
      erbium_release (v, i + 10);
    }
  printf ("%s: adds %ld\n", name, sum);
}

/* What comes, it sends back, and one more. */
ERBIUM_PROCESS (around, int_record, int_record);
void
around (int_record from, int_record to)
{
  int_view v = erbium_new_read_view (from), w = erbium_new_write_view (to);
  long sum = 0;
  erbium_register (v, 1);
  erbium_register (w, 1);
  erbium_alloc (v, 4);
  erbium_alloc (w, 4);
  for (int i = 0; erbium_update (v, i + 1); i++)
    {
      erbium_stall (w, i + 1);
      ERBIUM_AT (w, i) = ERBIUM_AT (v, i) + 1000;
      sum += ERBIUM_AT (v, i);
      erbium_commit (w, i + 1);
      erbium_release (v, i + 1);
    }
  printf ("0.p7: around %ld\n", sum);
}

/* Sees some, when it likes. */
ERBIUM_PROCESS (observer, int_view);
void
observer (int_view v)
{
  long sum = 0, lost = 0;
  erbium_alloc (v, 16);
  for (int i = 0; erbium_update (v, i + 16) == i + 16; i += 16)
    {
      long here = 0;
      for (int k = i; k < i + 16; k++)
        here += ERBIUM_AT (v, k);
      long missed = erbium_missed (v);
      sum += missed ? 0 : here;
      lost += missed;
      erbium_release (v, i + 16);
    }
  printf ("0.p8: observer %ld, lost %ld\n", sum, lost);
}

ERBIUM_PROCESS (makes_large, large_record);
void
makes_large (large_record r)
{
  ERBIUM_VIEW (struct large) w = erbium_new_write_view (r);
  long sum = 0;
  erbium_register (w, 1);
  erbium_alloc (w, 2);
  for (int i = 0; i < LARGE; i++)
    {
      erbium_stall (w, i + 1);
      for (int k = 0; k < BYTES; k++)
        sum += ERBIUM_AT (w, i).byte[k] = (unsigned char) (i * k);
      erbium_commit (w, i + 1);
    }
  printf ("0.p9: large %ld\n", sum);
}

/* The id goes from one to the other, who finds where it is. */
ERBIUM_PROCESS (begins, int_record, int_record);
void
begins (int_record r, int_record go)
{
  int_view v = erbium_new_read_view (r), w = erbium_new_write_view (go);
  erbium_register (v, 1);
  erbium_alloc (v, 10);
  for (int i = 0; i < 50; i += 10)
    {
      erbium_update (v, i + 10);
      erbium_release (v, i + 10);
    }
  erbium_free_view (v, ERBIUM_HANDOVER);
  erbium_register (w, 1);
  erbium_alloc (w, 1);
  erbium_stall (w, 1);
  ERBIUM_AT (w, 0) = 50;
  erbium_commit (w, 1);
  printf ("0.p10: begins\n");
}

ERBIUM_PROCESS (goes_on, int_record, int_record);
void
goes_on (int_record r, int_record go)
{
  int_view v = erbium_new_read_view (r), g = erbium_new_read_view (go);
  erbium_register (g, 1);
  erbium_alloc (g, 1);
  erbium_update (g, 1);
  int i = ERBIUM_AT (g, 0);
  erbium_register (v, 1);
  erbium_alloc (v, 10);
  expect (erbium_update (v, i + 1) == i + 1);
  expect_equal (ERBIUM_AT (v, i), i);
  while (erbium_update (v, i + 10))
    erbium_release (v, i += 10);
  printf ("0.p11: goes on at %d\n", ERBIUM_AT (g, 0));
}

/* Its window grows, which the reader of the replay has to see to itself, with what it keeps. */
ERBIUM_PROCESS (far_ahead, int_record);
void
far_ahead (int_record r)
{
  int_view w = erbium_new_write_view (r);
  erbium_register (w, 1);
  erbium_alloc (w, 50000);
  for (int i = 0; i < 40000; i += 500)
    {
      erbium_stall (w, i + 500);
      for (int k = i; k < i + 500; k++)
        ERBIUM_AT (w, k) = k;
      erbium_commit (w, i + 500);
    }
  printf ("0.p12: far ahead\n");
}

ERBIUM_PROCESS (keeps, int_record);
void
keeps (int_record r)
{
  int_view v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 10);
  int i = 0;
  for (int to = 500; to <= 40000; to *= 2)
    expect_equal (erbium_update (v, to), to);
  expect_equal (erbium_update (v, 40000), 40000);
  while (i < 40000 && ERBIUM_AT (v, i) == i)
    i++;
  printf ("0.p13: kept all of %d\n", i);
}

static long
circle (int_record there, int_record back)
{
  int_view w = erbium_new_write_view (there), v = erbium_new_read_view (back);
  long sum = 0;
  erbium_register (w, 1);
  erbium_register (v, 1);
  erbium_alloc (w, 4);
  erbium_alloc (v, 4);
  for (int i = 0; i < TURNS; i++)
    {
      erbium_stall (w, i + 1);
      ERBIUM_AT (w, i) = 1000;
      erbium_commit (w, i + 1);
      erbium_update (v, i + 1);
      sum += ERBIUM_AT (v, i);
      erbium_release (v, i + 1);
    }
  erbium_free_view (w, ERBIUM_TERMINATE);
  return sum;
}

static long
sum_of_large (large_record r)
{
  ERBIUM_VIEW (struct large) v = erbium_new_read_view (r);
  long sum = 0;
  erbium_register (v, 1);
  erbium_alloc (v, 2);
  for (int i = 0; erbium_update (v, i + 1); i++)
    {
      for (int k = 0; k < BYTES; k++)
        sum += ERBIUM_AT (v, i).byte[k];
      erbium_release (v, i + 1);
    }
  return sum;
}

/* It writes more than it may be ahead of itself: the horizon grows. */
static int
small_horizon (void)
{
  int_record r = erbium_new_record (int, 1, 1);
  int_view w = erbium_new_write_view (r), v = erbium_new_read_view (r);
  int sum = 0;
  erbium_register (w, 1);
  erbium_register (v, 1);
  erbium_alloc (w, 10);
  erbium_alloc (v, 10);
  for (int i = 0; i < 100; i++)
    {
      erbium_stall (w, i + 1);
      ERBIUM_AT (w, i) = i;
      erbium_commit (w, i + 1);
    }
  erbium_update (v, 100);
  for (int i = 0; i < 100; i++)
    sum += ERBIUM_AT (v, i);
  return sum;
}

static void
counts (int_record r, int to)
{
  int_view w = erbium_new_write_view (r);
  erbium_register (w, 1);
  erbium_alloc (w, 20);
  for (int i = 0; i < to; i++)
    {
      erbium_stall (w, i + 1);
      ERBIUM_AT (w, i) = i;
      erbium_commit (w, i + 1);
    }
  erbium_free_view (w, ERBIUM_TERMINATE);
}

int
main (void)
{
  pair_record a = erbium_new_record (struct pair, 1, 1);
  int_record sum = erbium_new_record (int, 1, 1), both = erbium_new_record (int, 2, 2),
             there = erbium_new_record (int, 1, 1), back = erbium_new_record (int, 1, 1),
             handed = erbium_new_record (int, 1, 1), go = erbium_new_record (int, 1, 1),
             ahead = erbium_new_record (int, 1, 1);
  large_record large = erbium_new_record (struct large, 1, 1);
  int_view v = erbium_new_read_view (sum), watches = erbium_new_read_view (both);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  ERBIUM_RUN (pairs, a);
  ERBIUM_RUN (half_of, a, sum);
  ERBIUM_RUN (every_second, both, 0, "0.p3");
  ERBIUM_RUN (every_second, both, 1, "0.p4");
  ERBIUM_RUN (adds, both, 0, "0.p5");
  ERBIUM_RUN (adds, both, 1, "0.p6");
  ERBIUM_RUN (around, there, back);
  ERBIUM_RUN (observer, erbium_give (watches));
  ERBIUM_RUN (makes_large, large);
  ERBIUM_RUN (begins, handed, go);
  erbium_process last = ERBIUM_RUN (goes_on, handed, go);
  ERBIUM_RUN (far_ahead, ahead);
  ERBIUM_RUN (keeps, ahead);
  counts (handed, 100);
  long around_and_back = circle (there, back), of_large = sum_of_large (large);
  expect (erbium_update (v, 1) == 1);
  int small = small_horizon ();
  erbium_join (last);
  erbium_join_all ();
  printf ("0: main %d large %ld circle %ld small %d\n", ERBIUM_AT (v, 0), of_large, around_and_back, small);
}
