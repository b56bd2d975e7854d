/* SPDX-License-Identifier: MIT */
/* A deadlock is told from the oldest process of the cycle on, each followed by who waits
 * for it, whoever of them was the last to wait. */
// RUN: %build
// RUN: %exits 121 --each %s %t 1
// RUN: %exits 121 --each %s %t 2
// RUN: %exits 121 --each %s %t 3
// CHECK: error: true deadlock: every process waits
// CHECK-NEXT: process 'one' waits
// CHECK-NEXT: process 'three' waits
// CHECK-NEXT: process 'two' waits
// CHECK-NEXT: note: each waits for the next
#include "test.h"

static int last;

/* Waits for what another is to write. */
static void
wait_for (ERBIUM_VIEW (int) in, int self)
{
  if (self == last)
    usleep (10000);
  erbium_update (in, 1);
}

#define PROCESS(name, number)                                                  \
  ERBIUM_PROCESS (name, ERBIUM_VIEW (int), ERBIUM_VIEW (int));                 \
  void name (ERBIUM_VIEW (int) in, ERBIUM_VIEW (int) out)                      \
  {                                                                            \
    (void) out;                                                                \
    wait_for (in, number);                                                     \
  }

PROCESS (one, 1)
PROCESS (two, 2)
PROCESS (three, 3)

int
main (int argc, char **argv)
{
  expect_equal (argc, 2);
  last = atoi (argv[1]);
  struct ends a = both_ends (4), b = both_ends (4), c = both_ends (4);
  ERBIUM_RUN (one, a.in, c.out);
  ERBIUM_RUN (two, b.in, a.out);
  ERBIUM_RUN (three, c.in, b.out);
}
