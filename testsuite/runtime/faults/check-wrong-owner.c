/* SPDX-License-Identifier: MIT */
/* Checked mode: a primitive called by a process that does not own the view. */
// RUN: %build
// RUN: env ERBIUM_CHECK=1 %exits 120 %t | FileCheck %s
#include "test.h"

ERBIUM_PROCESS (thief, ERBIUM_RECORD (int), uintptr_t);
void
thief (ERBIUM_RECORD (int) r, uintptr_t disguised)
{
  (void) r;
  ERBIUM_VIEW (int) v = (ERBIUM_VIEW (int)) (~disguised);
  erbium_commit (v, 1);
  // CHECK: check-wrong-owner.c:[[#@LINE-1]]: error: commit: write view 2 (id 1) of record 1 ({{.*}}) belongs to process 'main', in process 'thief'
  // CHECK-NEXT: note: a view belongs to one process
}

int
main (void)
{
  struct ends e = both_ends (10);
  ERBIUM_RUN (thief, e.record, ~(uintptr_t) e.out);
  erbium_join_all ();
}
