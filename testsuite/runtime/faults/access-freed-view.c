/* SPDX-License-Identifier: MIT */
/* An access through a view that was freed. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  struct ends e = both_ends (10);
  erbium_stall (e.out, 1);
  erbium_free_view (e.out, ERBIUM_TERMINATE);
  ERBIUM_AT (e.out, 0) = 1;
  // CHECK: access-freed-view.c:[[#@LINE-1]]: error: write view 2 (unregistered) of record 1 ({{.*}}) was freed at {{.*}}access-freed-view.c:[[#@LINE-2]], in process 'main'
}
