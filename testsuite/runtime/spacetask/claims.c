/* SPDX-License-Identifier: MIT */
/* Producers that are spaces: who has written an element is known when the window has grown since, also
 * far on in a stream; and what was written before all have jumped, or a window before what a producer was granted
 * and had not asked for when the window grew, is not taken for something else. */
// UNSUPPORTED: thread
// RUN: %build
// RUN: env ERBIUM_TASK=space ERBIUM_WINDOW=4096 %timed %t jumps | FileCheck --check-prefix=JUMPS %s
// JUMPS: all seen
// RUN: env ERBIUM_TASK=space ERBIUM_WINDOW=4096 %status 120 %timed %t both 0 2>&1 | FileCheck --check-prefix=BOTH %s
// RUN: env ERBIUM_TASK=space ERBIUM_WINDOW=4096 %status 120 %timed %t both 281474976715656 2>&1 | FileCheck --check-prefix=BOTH %s
// BOTH: error: element {{77|281474976715733}} of record 1 ({{.*}}) was written by process 'main' (write id 1) and by process 'main' (write id 2)
// BOTH-NOT: error
// RUN: env ERBIUM_TASK=space ERBIUM_WINDOW=32768 %timed %t | FileCheck --check-prefix=JUMPS %s
// RUN: env ERBIUM_TASK=space ERBIUM_WINDOW=32768 ERBIUM_CHECK=1 %timed %t | FileCheck --check-prefix=JUMPS %s
#include "test.h"

enum { PAGE = 1024, FEW = 4 * PAGE, MANY = 16 * PAGE }; /* elements */

static ERBIUM_VIEW (int) in, out[2];

static void
begin (void)
{
  /* Before this nothing else is made. */
  ERBIUM_RECORD (int) r = erbium_new_record (int, 2, 1);
  in = erbium_new_read_view (r);
  erbium_register (in, 1);
  erbium_alloc (in, FEW);
  for (int n = 0; n < 2; n++)
    {
      out[n] = erbium_new_write_view (r);
      erbium_register (out[n], n + 1);
      erbium_alloc (out[n], FEW);
    }
}

static void
end (void)
{
  erbium_free_view (in, ERBIUM_TERMINATE);
  for (int n = 0; n < 2; n++)
    erbium_free_view (out[n], ERBIUM_TERMINATE);
}

/* By the producer with that number. */
static void
fill (int n, erbium_index from, erbium_index to)
{
  erbium_stall (out[n], to);
  for (erbium_index i = from; i < to; i++)
    ERBIUM_AT (out[n], i) = (int) i + 1;
}

static void
commit (erbium_index i)
{
  erbium_commit (out[0], i);
  erbium_commit (out[1], i);
}

static void
grow (erbium_index from)
{
  erbium_alloc (out[0], MANY);
  erbium_stall (out[0], from + MANY);
}

/* The second writes a page, all go on far beyond, and the first writes there before and after the window grows. */
static void
jump (erbium_index page, erbium_index to)
{
  begin ();
  fill (1, page * PAGE, (page + 1) * PAGE);
  commit (to);
  erbium_release (in, to);
  fill (0, to, to + 10);
  erbium_commit (out[0], to + 10);
  grow (to + 10);
  fill (0, to + 10, to + PAGE);
  commit (to + PAGE);
  expect_equal (erbium_update (in, to + PAGE), to + PAGE);
  for (erbium_index i = to; i < to + PAGE; i++)
    expect_equal (ERBIUM_AT (in, i), (int) i + 1);
  end ();
}

static void
both (erbium_index from)
{
  begin ();
  commit (from);
  erbium_release (in, from);
  fill (0, from, from + 100);
  erbium_commit (out[0], from + 100);
  grow (from + 100);
  fill (1, from + 77, from + 78);
  erbium_commit (out[1], from + 100);
}

/* The second writes all, then nothing: what it was granted more shows what it wrote a window before. */
static void
granted (erbium_index last)
{
  enum { STEP = 100 };
  erbium_index at = 0;
  begin ();
  for (; at < last; at += STEP)
    {
      fill (1, at, at + STEP);
      commit (at + STEP);
      erbium_update (in, at + STEP);
      erbium_release (in, at + STEP);
    }
  grow (at);
  erbium_alloc (out[1], MANY);
  erbium_stall (out[1], at + MANY);
  fill (0, at, at + FEW);
  commit (at + FEW);
  expect_equal (erbium_update (in, at + FEW), at + FEW);
  for (erbium_index i = at; i < at + FEW; i++)
    expect_equal (ERBIUM_AT (in, i), (int) i + 1);
  end ();
}

int
main (int argc, char **argv)
{
  if (argc > 2)
    both (atoll (argv[2]));
  for (int page = 8; argc == 1 && page < 24; page++)
    granted (page * PAGE);
  /* The elements of a page have the entries of those so far beyond, whose page stands before it. */
  for (int page = 0; argc == 2 && page < 4; page++)
    for (erbium_index n = 1; n < 8; n++)
      jump (page, page * PAGE + n * PAGE * (2 * MANY + 1));
  puts ("all seen");
}
