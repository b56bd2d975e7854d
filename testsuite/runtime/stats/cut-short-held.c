/* SPDX-License-Identifier: MIT */
/* Statistics of a program that a fault ends while a record is locked: what cannot be
 * looked at is said to be missing, and all else is printed. */
// UNSUPPORTED: sanitizer
// RUN: %build
// RUN: env ERBIUM_STATS=1 %exits 122 --only default %t | FileCheck %s
// CHECK: error: alloc: no window of
// CHECK-NEXT: note:
// CHECK: process number
// CHECK: main 1 3 8
// CHECK: record views
// CHECK-NEXT: record 2 ({{.*}}cut-short-held.c:[[#]]): no figures, it is being changed
// CHECK-NEXT: numbers 2 3 8
#include <sys/resource.h>
#include "test.h"

/* There is no memory for the window: found with the record locked. */
int
main (void)
{
  struct rlimit limit = { 256 << 20, 256 << 20 };
  erbium_set ("WINDOW", "4294967296");
  struct ends e = both_ends (10);
  erbium_name_record (e.record, "numbers");
  erbium_stall (e.out, 8);
  erbium_commit (e.out, 8);
  erbium_update (e.in, 8);
  erbium_release (e.in, 3);
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  expect_equal (setrlimit (RLIMIT_AS, &limit), 0);
  erbium_alloc (v, 1 << 28);
}
