/* SPDX-License-Identifier: MIT */
/* With GROW off an artificial deadlock beside processes that go on is said at once, as a true one is,
 * and ends the program when all others have ended; it is named even where there is a true one as well. */
// RUN: %build
// RUN: env ERBIUM_GROW=0 %exits 121 --at-a-time 20 --each %s %t
// RUN: env ERBIUM_GROW=0 %exits 121 --at-a-time 20 --each %s %t both
// CHECK: warning: these processes wait for each other and never go on:
// CHECK: the others have ended
// CHECK: error: artificial deadlock: every process waits
// CHECK: process 'produce' waits in stall of
// CHECK: note: make a horizon larger, or leave ERBIUM_GROW on
#include "../ring.h"

ERBIUM_PROCESS (produce, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
produce (ERBIUM_RECORD (int) a, ERBIUM_RECORD (int) b)
{
  ERBIUM_VIEW (int) x = erbium_new_write_view (a), y = erbium_new_write_view (b);
  erbium_register (x, 1);
  erbium_alloc (x, 1);
  erbium_register (y, 1);
  erbium_stall (x, 2);
}

/* main itself is the reader. */
int
main (int arguments, char **argument)
{
  ERBIUM_RECORD (int) a = erbium_new_record (int, 1, 1), b = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) x = erbium_new_read_view (a), y = erbium_new_read_view (b);
  erbium_register (x, 1);
  erbium_alloc (x, 1);
  erbium_register (y, 1);
  erbium_alloc (y, 1);
  ERBIUM_RUN (busy);
  if (arguments > 1 && strcmp (argument[1], "both") == 0)
    run_ring_of_two ();
  ERBIUM_RUN (produce, a, b);
  erbium_update (y, 1);
}
