/* SPDX-License-Identifier: MIT */
/* An artificial deadlock (a horizon too small) grows the smallest blocking
 * window, said once at ERBIUM_VERBOSE=2, and the program goes on as if the horizon
 * had been large enough. */
// RUN: %build
// RUN: %run %t
// RUN: env ERBIUM_VERBOSE=2 %t 2>&1 | FileCheck %s
// CHECK: artificial-deadlock-grows.c:[[#]]: note: artificial deadlock: the horizon of write view {{.*}} grows from 8 to 16, and further if that is not enough
// CHECK-NOT: grows
// RUN: env ERBIUM_GROW=0 %exits 121 %t | FileCheck --check-prefix=OFF %s
// OFF: error: artificial deadlock: every process waits
// OFF: note: make a horizon larger, or leave ERBIUM_GROW on
#include "test.h"

enum { N = 1000, HORIZON = 8, AHEAD = 100 };

/* Sends a on first, then b. */
ERBIUM_PROCESS (produce, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
produce (ERBIUM_RECORD (int) a, ERBIUM_RECORD (int) b)
{
  ERBIUM_VIEW (int) x = erbium_new_write_view (a), y = erbium_new_write_view (b);
  erbium_register (x, 1);
  erbium_alloc (x, HORIZON);
  erbium_register (y, 1);
  erbium_alloc (y, HORIZON);
  for (int i = 0; i < N; i += AHEAD)
    {
      for (int k = i; k < i + AHEAD; k++)
        {
          erbium_stall (x, k + 1);
          ERBIUM_AT (x, k) = k;
          erbium_commit (x, k + 1);
        }
      for (int k = i; k < i + AHEAD; k++)
        {
          erbium_stall (y, k + 1);
          ERBIUM_AT (y, k) = -k;
          erbium_commit (y, k + 1);
        }
    }
}

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
