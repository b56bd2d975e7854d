/* SPDX-License-Identifier: MIT */
/* A record that has gone takes no view. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r);
  ERBIUM_VIEW (int) out = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_free_view (out, ERBIUM_TERMINATE);
  erbium_free_view (in, ERBIUM_TERMINATE);
  erbium_new_read_view (r);
  // CHECK: view-of-gone-record.c:[[#@LINE-1]]: error: new_read_view: record 1 ({{.*}}) is gone: all its ids have terminated, in process 'main'
  // CHECK-NEXT: note: connect all views before the last one terminates
}
