/* SPDX-License-Identifier: MIT */
/* A view that was freed is of no use to update. */
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
  erbium_free_view (in, ERBIUM_TERMINATE);
  erbium_update (in, 1);
  // CHECK: update-freed-view.c:[[#@LINE-1]]: error: update: {{read|write}} view [[#]] (unregistered) of record 1 ({{.*}}) was freed at {{.*}}update-freed-view.c:[[#@LINE-2]], in process 'main'
  // CHECK-NEXT: note: free a view after its last use
}
