/* SPDX-License-Identifier: MIT */
/* Recursion that fits on the stack of a thread fits on that of a fiber, also of one of many.  Where
 * there are more fibers at a time than get such stacks, all of them run.  The memory of deep stacks
 * is not kept. */
// RUN: %fiber
// RUN: env ERBIUM_TASK=thread %t deep
// RUN: env ERBIUM_TASK=fiber %t deep
// RUN: env ERBIUM_TASK=fiber %t hundreds
// RUN: env ERBIUM_TASK=fiber %t many
// RUN: env ERBIUM_TASK=fiber %t kept
// RUN: sh -c 'ulimit -v 400000; ERBIUM_TASK=fiber %t few'
// UNSUPPORTED: sanitizer
#include "test.h"

enum { FRAME = 4096, MANY = 6000, HUNDREDS = 600, AT_A_TIME = 100 };

static atomic_int begun, ended;

static int __attribute__ ((noinline))
recurse (int left)
{
  volatile char frame[FRAME];
  frame[0] = (char) left;
  return left == 0 ? 0 : recurse (left - 1) + 1 + frame[0] - (char) left;
}

ERBIUM_PROCESS (deep, int);
void
deep (int bytes)
{
  expect_equal (recurse (bytes / FRAME), bytes / FRAME);
  atomic_fetch_add (&ended, 1);
}

/* All are alive until the last one has begun. */
ERBIUM_PROCESS (together, ERBIUM_RECORD (int), int);
void
together (ERBIUM_RECORD (int) gate, int bytes)
{
  ERBIUM_VIEW (int) in = erbium_new_read_view (gate);
  erbium_register (in, 1 + atomic_fetch_add (&begun, 1));
  erbium_alloc (in, 1);
  expect_equal (erbium_update (in, 1), 1);
  deep (bytes);
}

static void
run_together (int count, int bytes)
{
  ERBIUM_RECORD (int) gate = erbium_new_record (int, 1, count);
  ERBIUM_VIEW (int) out = erbium_new_write_view (gate);
  atomic_store (&begun, 0);
  atomic_store (&ended, 0);
  for (int n = 0; n < count; n++)
    ERBIUM_RUN (together, gate, bytes);
  erbium_register (out, 1);
  erbium_alloc (out, 1);
  erbium_stall (out, 1);
  erbium_commit (out, 1);
  erbium_free_view (out, ERBIUM_TERMINATE);
  erbium_join_all ();
  expect_equal (atomic_load (&ended), count);
}

static long
resident_mib (void)
{
  long pages = 0;
  FILE *file = fopen ("/proc/self/statm", "r");
  expect (file && fscanf (file, "%*d %ld", &pages) == 1);
  fclose (file);
  return pages * sysconf (_SC_PAGESIZE) >> 20;
}

int
main (int argc, char **argv)
{
  expect_equal (argc, 2);
  switch (argv[1][0])
    {
    case 'd':
      ERBIUM_RUN (deep, 6 << 20);
      erbium_join_all ();
      expect_equal (atomic_load (&ended), 1);
      break;
    case 'h':
      run_together (HUNDREDS, 300 << 10);
      break;
    case 'm':
      run_together (MANY, 8 << 10);
      break;
    case 'f':
      run_together (AT_A_TIME, 8 << 10);
      break;
    default:
      run_together (AT_A_TIME, 4 << 20);
      expect (resident_mib () < 32 * 5 + AT_A_TIME / 4 + 50);
    }
  return 0;
}
