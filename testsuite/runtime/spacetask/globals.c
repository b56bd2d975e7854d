/* SPDX-License-Identifier: MIT */
/* What is no record is each process's own: a program that leans on globals computes the same in
 * every run, what its processes had when they were run, and not what a race leaves there. */
// UNSUPPORTED: thread
// RUN: %build
// RUN: %timed sh -c "for n in 1 2 3 4 5 6 7 8 9 10; do ERBIUM_TASK=space %t; done" | FileCheck %s
// CHECK-COUNT-10: sum 0, process saw 3 and made 4
#include "test.h"

static volatile long sum, before;

ERBIUM_PROCESS (adds, ERBIUM_RECORD (long));
void
adds (ERBIUM_RECORD (long) r)
{
  ERBIUM_VIEW (long) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 2);
  for (int i = 0; i < 1000; i++)
    sum++;
  erbium_stall (v, 2);
  ERBIUM_AT (v, 0) = before;
  ERBIUM_AT (v, 1) = ++before;
  erbium_commit (v, 2);
}

int
main (void)
{
  ERBIUM_RECORD (long) r = erbium_new_record (long, 1, 1);
  ERBIUM_VIEW (long) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 2);
  before = 3;
  ERBIUM_RUN (adds, r);
  before = 100; /* too late */
  erbium_update (v, 2);
  printf ("sum %ld, process saw %ld and made %ld\n", sum, ERBIUM_AT (v, 0), ERBIUM_AT (v, 1));
  erbium_join_all ();
}
