/* SPDX-License-Identifier: MIT */
/* With private windows a consumer reads elements in memory of its own, and a stall waits until the
 * consumer has released elements or has a copy of them, whichever is first: but the copies that it
 * has not released count only as far as both horizons go. */
// RUN: %build
// RUN: env ERBIUM_WINDOWS=private ERBIUM_GROW=0 %run %t 12
// RUN: env ERBIUM_WINDOWS=private ERBIUM_GROW=0 %exits 121 %t 13 | FileCheck %s
// CHECK: artificial deadlock: every process waits
// CHECK: process 'main' waits in stall of write view {{.*}} for release index 9 of all its readers
// RUN: env ERBIUM_WINDOWS=shared ERBIUM_GROW=0 %exits 121 --but own %t 5
#include "test.h"

enum { HORIZON = 4 };

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 0;
  struct ends e = both_ends (HORIZON);
  for (int i = 0; i < n; i++)
    {
      erbium_stall (e.out, i + 1);
      int *place = &ERBIUM_AT (e.out, i);
      *place = 7 * i;
      erbium_commit (e.out, i + 1);
      expect_equal (erbium_update (e.in, i + 1), i + 1);
      expect (!own_windows () || &ERBIUM_AT (e.in, i) != place);
    }
  for (int i = 0; i < n; i++) /* none was released, so all are live */
    expect_equal (ERBIUM_AT (e.in, i), 7 * i);
}
