/* SPDX-License-Identifier: MIT */
/* A view that was given, with no run after it, is what a deadlock names. */
// RUN: %build
// RUN: %exits 121 %t | FileCheck %s
// CHECK: error: deadlock: every process waits
// CHECK-NEXT: process 'main' waits in update {{.*}}; write id 1 is of a view that was given and has not been passed on
// CHECK-NEXT: note: run the process that the view was given for
#include "test.h"

int
main (void)
{
  struct ends e = both_ends (4);
  erbium_give (e.out);
  erbium_update (e.in, 1);
}
