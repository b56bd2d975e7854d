/* SPDX-License-Identifier: MIT */
/* Checked mode: a span that ends before it begins. */
// RUN: %build
// RUN: env ERBIUM_CHECK=1 %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  struct ends e = both_ends (10);
  erbium_stall (e.out, 10);
  int *span = ERBIUM_SPAN (e.out, 3, 1);
  // CHECK: check-span-reversed.c:[[#@LINE-1]]: error: access to elements 3 to 1 of write view 2 (id 1) of record 1 ({{.*}}), in process 'main'
  return span[0];
}
