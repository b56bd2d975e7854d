/* SPDX-License-Identifier: MIT */
/* A report names some of the ids that nobody has taken and counts the rest, soon, also
 * where there are as many as there may be. */
// RUN: %build
// RUN: %exits 121 %t | FileCheck %s
// CHECK: error: deadlock: every process waits
// CHECK-NEXT: nobody has registered write id 1; nobody has registered write id 2;
// CHECK-SAME: nobody has registered write id 8; and 65527 more{{$}}
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 65535, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r);
  erbium_register (in, 1);
  erbium_alloc (in, 4);
  erbium_update (in, 1);
}
