/* SPDX-License-Identifier: MIT */
/* A true deadlock beside processes that go on is said at once, as a warning,
 * and ends the program when all others have ended. */
// RUN: %build
// RUN: %exits 121 --at-a-time 20 --each %s %t
// CHECK: warning: these processes wait for each other and never go on:
// CHECK: the others have ended
// CHECK: error: true deadlock: every process waits
#include "../ring.h"

int
main (void)
{
  ERBIUM_RUN (busy);
  run_ring_of_two ();
}
