/* SPDX-License-Identifier: MIT */
/* A view is freed once. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  struct ends e = both_ends (10);
  erbium_free_view (e.in, ERBIUM_HANDOVER);
  erbium_free_view (e.in, ERBIUM_TERMINATE);
  // CHECK: free-view-twice.c:[[#@LINE-1]]: error: free_view: read view 1 (unregistered) of record 1 ({{.*}}) was freed at {{.*}}free-view-twice.c:[[#@LINE-2]], in process 'main'
}
