/* SPDX-License-Identifier: MIT */
/* Where processes are spaces, the processor refuses what no view may touch, by page, without
 * ERBIUM_CHECK: each of the four kinds is told with process, view, element and the view's last
 * primitive; so is a write through a read view.  What is allowed is not refused, wherever the
 * window has its seam, and however large bursts are. */
// UNSUPPORTED: thread
// RUN: %build
// RUN: env ERBIUM_TASK=space %status 120 %timed %t 1 2>&1 | FileCheck --check-prefix=AHEAD %s
// AHEAD: protection.c:[[#@LINE+53]]: error: write to element 2048 of write view 1 (id 1) of record 1 ({{.*}}) before stall of it; the last primitive of the view is the stall here, in process 'produce'
// AHEAD-NEXT: note: stall before writing; committed elements cannot be written again (addr2line {{.*}} names the line)
// RUN: env ERBIUM_TASK=space %status 120 %timed %t 2 2>&1 | FileCheck --check-prefix=AFTER %s
// AFTER: error: write to element 3 of write view 1 (id 1) of record 1 ({{.*}}) after commit of it; the last primitive of the view is the commit here, in process 'produce'
// RUN: env ERBIUM_TASK=space %status 120 %timed %t 3 2>&1 | FileCheck --check-prefix=BEFORE %s
// BEFORE: error: read of element 1024 of read view 1 (id 1) of record 1 ({{.*}}) before update of it; the last primitive of the view is the update here, in process 'main'
// BEFORE-NEXT: note: update before reading, release after
// RUN: env ERBIUM_TASK=space %status 120 %timed %t 4 2>&1 | FileCheck --check-prefix=GIVEN %s
// GIVEN: error: read of element 7 of read view 1 (id 1) of record 1 ({{.*}}) after release of it; the last primitive of the view is the release here, in process 'main'
// RUN: env ERBIUM_TASK=space %status 120 %timed %t 5 2>&1 | FileCheck --check-prefix=SIDE %s
// SIDE: error: write to element 0 of read view 1 (id 1) of record 1 ({{.*}}); the last primitive of the view is the update here, in process 'main'
// SIDE-NEXT: note: elements are written through a write view
// RUN: env ERBIUM_TASK=space %status 120 %timed %t 6 2>&1 | FileCheck --check-prefix=FIRST %s
// FIRST: protection.c:[[#@LINE+37]]: error: write to element 5 of write view 1 (id 1) of record 1 ({{.*}}) before stall of it; the last primitive of the view is the alloc here, in process 'produce'
// RUN: env ERBIUM_TASK=space %status 120 %timed %t 7 2>&1 | FileCheck --check-prefix=BELOW %s
// BELOW: error: read of element -8 of read view 1 (id 1) of record 1 ({{.*}}); the last primitive of the view is the update here, in process 'main'
// BELOW-NEXT: note: elements count from 0
// RUN: env ERBIUM_TASK=space %status 120 %timed %t 8 2>&1 | FileCheck --check-prefix=SIDE-BELOW %s
// SIDE-BELOW: error: write to element -8 of read view 1 (id 1) of record 1 ({{.*}}); the last primitive of the view is the update here, in process 'main'
// RUN: env ERBIUM_TASK=space %timed %t 0 | FileCheck --check-prefix=ALLOWED %s
// RUN: env ERBIUM_TASK=space ERBIUM_WINDOW=4096 %timed %t 0 | FileCheck --check-prefix=ALLOWED %s
// ALLOWED: all seen
#define _GNU_SOURCE
#include <sys/mman.h>
#include "test.h"

enum { PAGE = 1024 }; /* elements of a page */
enum { NOTHING, WRITE_AHEAD, WRITE_AFTER, READ_BEFORE, READ_AFTER, WRITE_THERE, WRITE_FIRST, READ_BELOW, WRITE_BELOW };

static int what;

/* Not optimised away, nor moved. */
static void
touch_to_write (ERBIUM_VIEW (int) v, long i)
{
  *(volatile int *) &ERBIUM_AT (v, i) = 1;
}

static int
touch_to_read (ERBIUM_VIEW (int) v, long i)
{
  return *(volatile int *) &ERBIUM_AT (v, i);
}

ERBIUM_PROCESS (produce, ERBIUM_RECORD (int));
void
produce (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 8 * PAGE);
  if (what == WRITE_FIRST)
    touch_to_write (v, 5);
  erbium_stall (v, 2 * PAGE);
  for (long i = 0; i < 2 * PAGE; i++)
    ERBIUM_AT (v, i) = (int) i;
  if (what == WRITE_AHEAD)
    touch_to_write (v, 2 * PAGE);
  erbium_commit (v, 2 * PAGE);
  if (what == WRITE_AFTER)
    touch_to_write (v, 3);
}

static void
misuse (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 8 * PAGE);
  ERBIUM_RUN (produce, r);
  erbium_update (v, PAGE);
  if (what == READ_BEFORE)
    touch_to_read (v, PAGE);
  if (what == WRITE_THERE)
    touch_to_write (v, 0);
  if (what == READ_BELOW)
    touch_to_read (v, -8);
  if (what == WRITE_BELOW)
    touch_to_write (v, -8);
  erbium_release (v, PAGE);
  if (what == READ_AFTER)
    touch_to_read (v, 7);
  erbium_join_all ();
}

/* A stream of elements whose size divides no page, in bursts of all sizes, with a history. */
struct odd { short part[7]; };
enum { LENGTH = 200000, HISTORY = 1000 };

ERBIUM_PROCESS (odd_ones, ERBIUM_RECORD (struct odd));
void
odd_ones (ERBIUM_RECORD (struct odd) r)
{
  ERBIUM_VIEW (struct odd) v = erbium_new_write_view (r);
  uint64_t random = 1;
  erbium_register (v, 1);
  erbium_alloc (v, 5000);
  for (int i = 0, to; i < LENGTH; i = to)
    {
      to = i + 1 + (int) (chance (&random) % 3000);
      to = to < LENGTH ? to : LENGTH;
      erbium_stall (v, to);
      for (int k = i; k < to; k++)
        for (int p = 0; p < 7; p++)
          ERBIUM_AT (v, k).part[p] = (short) (k + p);
      expect_equal (ERBIUM_AT (v, i).part[0], (short) i); /* what is not committed may be read */
      erbium_commit (v, to);
    }
}

static void
look (const struct odd *o, long i)
{
  for (int p = 0; p < 7; p++)
    expect_equal (o->part[p], (short) (i + p));
}

/* The system, too, may read what is live, at either address. */
static void
hand_over (int file, const struct odd *at, long elements)
{
  size_t bytes = (size_t) elements * sizeof *at;
  expect_equal (pwrite (file, at, bytes, 0), (long) bytes);
}

static void
allowed (void)
{
  int file = memfd_create ("odd", 0);
  ERBIUM_RECORD (struct odd) r = erbium_new_record (struct odd, 1, 1);
  ERBIUM_VIEW (struct odd) v = erbium_new_read_view (r);
  uint64_t random = 2;
  long seen = 0, to;
  erbium_register (v, 1);
  erbium_alloc (v, 4000);
  ERBIUM_RUN (odd_ones, r);
  while ((to = erbium_update (v, seen + 1 + (long) (chance (&random) % 2000))))
    {
      long from = seen < HISTORY ? 0 : seen - HISTORY;
      const struct odd *burst = ERBIUM_SPAN (v, from, to);
      for (long i = from; i < to; i++)
        look (&burst[i - from], i);
      look (&ERBIUM_AT (v, (int) from), from); /* by a narrow index, which may be another address */
      hand_over (file, burst, to - from);
      hand_over (file, ERBIUM_SPAN (v, (int) from, (int) to), to - from);
      seen = to;
      erbium_release (v, seen - HISTORY);
    }
  expect_equal (seen, LENGTH);
  puts ("all seen");
}

int
main (int argc, char **argv)
{
  what = argc > 1 ? atoi (argv[1]) : NOTHING;
  (what == NOTHING ? allowed : misuse) ();
}
