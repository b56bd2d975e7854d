/* SPDX-License-Identifier: MIT */
/* Checked mode: the view's elements are larger than the record's.  The compiler warns of the
 * conversion, which lets a write reach into the next element. */
// RUN: %build
// RUN: env ERBIUM_CHECK=1 %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  struct ends e = both_ends (10);
  ERBIUM_VIEW (long) wrong = (ERBIUM_VIEW (long)) (void *) e.out;
  erbium_stall (e.out, 10);
  ERBIUM_AT (wrong, 3) = 1;
  // CHECK: check-element-type.c:[[#@LINE-1]]: error: access to 8 bytes as an element of write view 2 (id 1) of record 1 ({{.*}}), whose elements have 4, in process 'main'
  // CHECK-NEXT: note: give the view the record's element type
}
