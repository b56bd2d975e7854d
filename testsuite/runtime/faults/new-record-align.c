/* SPDX-License-Identifier: MIT */
/* new_record of a type with an alignment beyond a page, which no window keeps. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

struct __attribute__ ((aligned (65536))) block { char c; };

int
main (void)
{
  ERBIUM_RECORD (struct block) r = erbium_new_record (struct block, 1, 1);
  // CHECK: new-record-align.c:[[#@LINE-1]]: error: new_record: an element is aligned to 65536 bytes; expected at most 4096, a page, in process 'main'
  // CHECK-NEXT: note: give the type a smaller alignment, or align what it points to
  (void) r;
}
