/* SPDX-License-Identifier: MIT */
/* A view that was freed is of no use to commit. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  struct ends e = both_ends (10);
  erbium_free_view (e.out, ERBIUM_TERMINATE);
  erbium_commit (e.out, 1);
  // CHECK: commit-freed-view.c:[[#@LINE-1]]: error: commit: {{read|write}} view [[#]] (unregistered) of record 1 ({{.*}}) was freed at {{.*}}commit-freed-view.c:[[#@LINE-2]], in process 'main'
  // CHECK-NEXT: note: free a view after its last use
}
