/* SPDX-License-Identifier: MIT */
/* Recursion that fits on the stack of a thread fits on that of a fiber, also of one of many.  Where
 * there are more fibers at a time than get such stacks, all of them run.  The memory of deep stacks
 * is not kept. */
// RUN: %fiber
// RUN: env ERBIUM_TASK=thread %t deep
// RUN: env ERBIUM_TASK=fiber %t deep
// RUN: env ERBIUM_TASK=fiber %t thousands
// RUN: env ERBIUM_TASK=fiber %t many
// RUN: env ERBIUM_TASK=fiber %t kept
// RUN: sh -c 'ulimit -v 400000; ERBIUM_TASK=fiber %t few'
// UNSUPPORTED: sanitizer
#include "test.h"

enum { FRAME = 4096, LARGE_FRAME = 32768, MANY = 34000, THOUSANDS = 5000, AT_A_TIME = 100 };

static atomic_int ended;
static bool sparse; /* recursion touches few of the pages */

static int __attribute__ ((noinline))
recurse (int left)
{
  volatile char frame[FRAME];
  frame[0] = (char) left;
  return left == 0 ? 0 : recurse (left - 1) + 1 + frame[0] - (char) left;
}

static int __attribute__ ((noinline))
recurse_sparsely (int left)
{
  volatile char frame[LARGE_FRAME];
  frame[0] = (char) left;
  return left == 0 ? 0 : recurse_sparsely (left - 1) + 1 + frame[0] - (char) left;
}

ERBIUM_PROCESS (deep, int);
void
deep (int bytes)
{
  if (sparse)
    expect_equal (recurse_sparsely (bytes / LARGE_FRAME), bytes / LARGE_FRAME);
  else
    expect_equal (recurse (bytes / FRAME), bytes / FRAME);
  atomic_fetch_add (&ended, 1);
}

/* All are alive until the last one has begun. */
ERBIUM_PROCESS (together, ERBIUM_RECORD (int), int, int);
void
together (ERBIUM_RECORD (int) gate, int id, int bytes)
{
  ERBIUM_VIEW (int) in = erbium_new_read_view (gate);
  erbium_register (in, id);
  erbium_alloc (in, 1);
  expect_equal (erbium_update (in, 1), 1);
  deep (bytes);
}

/* A gate opens for GROUP processes, since a commit looks at each of its readers. */
static void
run_together (int count, int bytes)
{
  enum { GROUP = 100 };
  ERBIUM_RECORD (int) gate[MANY / GROUP];
  int gates = count / GROUP;
  atomic_store (&ended, 0);
  for (int n = 0; n < gates; n++)
    {
      gate[n] = erbium_new_record (int, 1, GROUP);
      for (int id = 1; id <= GROUP; id++)
        ERBIUM_RUN (together, gate[n], id, bytes);
    }
  for (int n = 0; n < gates; n++)
    {
      ERBIUM_VIEW (int) out = erbium_new_write_view (gate[n]);
      erbium_register (out, 1);
      erbium_alloc (out, 1);
      erbium_stall (out, 1);
      erbium_commit (out, 1);
      erbium_free_view (out, ERBIUM_TERMINATE);
    }
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
    case 't':
      sparse = true;
      run_together (THOUSANDS, 300 << 10);
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
