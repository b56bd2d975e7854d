/* SPDX-License-Identifier: MIT */
/* A view that was freed is of no use to release. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  struct ends e = both_ends (10);
  erbium_free_view (e.in, ERBIUM_TERMINATE);
  erbium_release (e.in, 1);
  // CHECK: release-freed-view.c:[[#@LINE-1]]: error: release: {{read|write}} view [[#]] (unregistered) of record 1 ({{.*}}) was freed at {{.*}}release-freed-view.c:[[#@LINE-2]], in process 'main'
  // CHECK-NEXT: note: free a view after its last use
}
