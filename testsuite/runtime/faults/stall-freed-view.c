/* SPDX-License-Identifier: MIT */
/* A view that was freed is of no use to stall. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  struct ends e = both_ends (10);
  erbium_free_view (e.out, ERBIUM_TERMINATE);
  erbium_stall (e.out, 1);
  // CHECK: stall-freed-view.c:[[#@LINE-1]]: error: stall: {{read|write}} view [[#]] (unregistered) of record 1 ({{.*}}) was freed at {{.*}}stall-freed-view.c:[[#@LINE-2]], in process 'main'
  // CHECK-NEXT: note: free a view after its last use
}
