/* SPDX-License-Identifier: MIT */
/* The first window of a record between two fibers fits in a part of the cache.  If more fibers
 * share a side, they are on different workers, and the window is as large as that of threads: but
 * not where there is only one processor. */
// RUN: %cc -D_GNU_SOURCE -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: env ERBIUM_TASK=fiber %t
// RUN: %cc -D_GNU_SOURCE -DONE -I%root/runtime -I%root/ir-spec %s -o %t.one %libs
// RUN: env ERBIUM_TASK=fiber taskset -c 0 %t.one
#include "record/record.h"
#include "test.h"
#ifndef ONE
#include "../units/one_of_two.h"
#endif

enum { HORIZON = 1 << 24, THREADS = 1 << 22 /* bytes */ };

static size_t
first_window (int writers, int readers)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, writers, readers);
  ERBIUM_VIEW (int) v = NULL;
  for (int k = 0; k < readers + writers; k++)
    {
      v = k < readers ? erbium_new_read_view (r) : (ERBIUM_VIEW (int)) erbium_new_write_view (r);
      erbium_register (v, k < readers ? k + 1 : k + 1 - readers);
      erbium_alloc (v, HORIZON);
    }
  erbium_stall (v, 1); /* fibers have no window before */
  return erb_record_window (((struct erb_view *) v)->record)->bytes;
}

int
main (void)
{
  size_t chain = first_window (1, 1);
  expect (chain < THREADS);
#ifdef ONE
  size_t shared = chain;
#else
  size_t shared = THREADS;
#endif
  expect_equal (first_window (2, 1), shared);
  expect_equal (first_window (1, 2), shared);
  expect_equal (first_window (5, 5), shared);
}
