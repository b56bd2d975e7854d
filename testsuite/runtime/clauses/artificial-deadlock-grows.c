/* SPDX-License-Identifier: MIT */
/* An artificial deadlock (a horizon too small) grows the smallest blocking
 * window, said once at ERBIUM_VERBOSE=2, and the program goes on as if the horizon
 * had been large enough. */
// RUN: %build
// RUN: %run %t
// RUN: env ERBIUM_VERBOSE=2 %t 2>&1 | FileCheck %s
// CHECK: ahead.h:[[#]]: note: artificial deadlock: the horizon of write view {{.*}} grows from 8 to 16, and further if that is not enough
// CHECK-NOT: grows
// RUN: env ERBIUM_GROW=0 %exits 121 %t | FileCheck --check-prefix=OFF %s
// OFF: error: artificial deadlock: every process waits
// OFF: note: make a horizon larger, or leave ERBIUM_GROW on
#include "test.h"
#include "ahead.h"

int
main (void)
{
  ERBIUM_RECORD (int) a = erbium_new_record (int, 1, 1), b = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) x = erbium_new_read_view (a), y = erbium_new_read_view (b);
  erbium_register (x, 1);
  erbium_alloc (x, HORIZON);
  erbium_register (y, 1);
  erbium_alloc (y, HORIZON);
  ERBIUM_RUN (produce, a, b);
  for (int i = 0; i < N; i++)
    {
      erbium_update (y, i + 1); /* b before a: wants AHEAD elements of a kept */
      erbium_update (x, i + 1);
      expect_equal (ERBIUM_AT (x, i) + ERBIUM_AT (y, i), 0);
      erbium_release (x, i + 1);
      erbium_release (y, i + 1);
    }
}
