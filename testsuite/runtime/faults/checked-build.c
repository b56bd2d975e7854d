/* SPDX-License-Identifier: MIT */
/* A unit compiled with ERBIUM_CHECKED checks by itself; ERBIUM_CHECK=0
 * and erbium_set switch it off.  ERBIUM_TRUSTED beside it is an error. */
// RUN: %cc -DERBIUM_CHECKED %s -o %t %libs
// RUN: %exits 120 %t | FileCheck %s
// RUN: env ERBIUM_CHECK=0 %t
// RUN: %t off
// RUN: %build
// RUN: %t
// RUN: not %cc -DERBIUM_CHECKED -DERBIUM_TRUSTED -c %s -o %t.o 2>&1 | FileCheck --check-prefix=BOTH %s
// BOTH: error: #error "ERBIUM_TRUSTED leaves out what ERBIUM_CHECKED asks for: define one of them"
#include "test.h"

int
main (int argc, char **argv)
{
  (void) argv;
  if (argc > 1 && erbium_set ("CHECK", "0") != 0)
    return 1;
  struct ends e = both_ends (10);
  erbium_stall (e.out, 10);
  for (int i = 0; i < 10; i++)
    ERBIUM_AT (e.out, i) = 0;
  erbium_commit (e.out, 10);
  erbium_update (e.in, 5);
  erbium_release (e.in, 3);
  return ERBIUM_AT (e.in, 2);
  // CHECK: checked-build.c:[[#@LINE-1]]: error: access to element 2 of read view
}
