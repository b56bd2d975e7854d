/* SPDX-License-Identifier: MIT */
/* An element has 1 byte to half a gibibyte. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

struct huge { char c[(1 << 29) + 1]; };

int
main (void)
{
  erbium_new_record (struct huge, 1, 1);
  // CHECK: new-record-size.c:[[#@LINE-1]]: error: new_record: an element has 536870913 bytes; expected 1 to 268435456, in process 'main'
  // CHECK-NEXT: note: split the element
}
