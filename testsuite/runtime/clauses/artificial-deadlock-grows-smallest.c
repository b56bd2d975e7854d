/* SPDX-License-Identifier: MIT */
/* An artificial deadlock grows the smallest blocking window, no other, until it
 * is no longer the smallest.  Each step is said at ERBIUM_VERBOSE=3. */
// RUN: %build
// RUN: %run %t
// RUN: env ERBIUM_VERBOSE=3 %t 2>&1 | FileCheck %s
// CHECK: the horizon of write view {{.*}} of record 'small' {{.*}} grows from 2 to 4, and further if that is not enough{{$}}
// CHECK-NEXT: the horizon of write view {{.*}} of record 'small' {{.*}} grows from 4 to 8{{$}}
// CHECK-NEXT: the horizon of write view {{.*}} of record 'small' {{.*}} grows from 8 to 16{{$}}
// CHECK-NEXT: the horizon of write view {{.*}} of record 'large' {{.*}} grows from 9 to 18, and further if that is not enough{{$}}
// CHECK-NEXT: the horizon of write view {{.*}} of record 'small' {{.*}} grows from 16 to 32{{$}}
// CHECK-NEXT: the horizon of write view {{.*}} of record 'large' {{.*}} grows from 18 to 36{{$}}
// CHECK-NEXT: the horizon of write view {{.*}} of record 'small' {{.*}} grows from 32 to 64{{$}}
// CHECK-NEXT: the horizon of write view {{.*}} of record 'large' {{.*}} grows from 36 to 72{{$}}
// CHECK-NEXT: the horizon of write view {{.*}} of record 'small' {{.*}} grows from 64 to 128{{$}}
// CHECK-NOT: grows
#include "test.h"

enum { N = 100 };

/* Writes all, then reads all: the other must keep it. */
ERBIUM_PROCESS (swap, ERBIUM_RECORD (int), ERBIUM_RECORD (int), int);
void
swap (ERBIUM_RECORD (int) to, ERBIUM_RECORD (int) from, int horizon)
{
  ERBIUM_VIEW (int) out = erbium_new_write_view (to), in = erbium_new_read_view (from);
  erbium_register (out, 1);
  erbium_alloc (out, horizon);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  for (int i = 0; i < N; i++)
    {
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = i;
      erbium_commit (out, i + 1);
    }
  for (int i = 0; i < N; i++)
    {
      erbium_update (in, i + 1);
      expect_equal (ERBIUM_AT (in, i), i);
      erbium_release (in, i + 1);
    }
}

int
main (void)
{
  ERBIUM_RECORD (int) small = erbium_new_record (int, 1, 1);
  ERBIUM_RECORD (int) large = erbium_new_record (int, 1, 1);
  erbium_name_record (small, "small");
  erbium_name_record (large, "large");
  ERBIUM_RUN (swap, small, large, 2);
  ERBIUM_RUN (swap, large, small, 9);
}
