/* SPDX-License-Identifier: MIT */
/* An access through a view that was freed. */
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
  erbium_alloc (in, 10);
  erbium_alloc (out, 10);
  erbium_stall (out, 1);
  erbium_free_view (out, ERBIUM_TERMINATE);
  ERBIUM_AT (out, 0) = 1;
  // CHECK: access-freed-view.c:[[#@LINE-1]]: error: write view 2 (unregistered) of record 1 ({{.*}}) was freed at {{.*}}access-freed-view.c:[[#@LINE-2]], in process 'main'
}
