/* SPDX-License-Identifier: MIT */
/* An unregistered write view must not commit. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) out = erbium_new_write_view (r);
  erbium_alloc (out, 10);
  erbium_commit (out, 1);
  // CHECK: commit-unregistered.c:[[#@LINE-1]]: error: commit: write view 1 (unregistered) of record 1 ({{.*}}commit-unregistered.c:[[#@LINE-4]]) is not registered, in process 'main'
  // CHECK-NEXT: commit-unregistered.c:[[#@LINE-2]]: note: register the view first
}
