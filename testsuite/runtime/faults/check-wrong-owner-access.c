/* SPDX-License-Identifier: MIT */
/* Checked mode: an access by a process that does not own the view. */
// RUN: %build
// RUN: env ERBIUM_CHECK=1 %exits 120 %t | FileCheck %s
#include "test.h"

ERBIUM_PROCESS (thief, ERBIUM_RECORD (int), uintptr_t);
void
thief (ERBIUM_RECORD (int) r, uintptr_t disguised)
{
  (void) r;
  ERBIUM_VIEW (int) v = (ERBIUM_VIEW (int)) (~disguised);
  ERBIUM_AT (v, 0) = 1;
  // CHECK: check-wrong-owner-access.c:[[#@LINE-1]]: error: write view 2 (id 1) of record 1 ({{.*}}) belongs to process 'main', in process 'thief'
}

int
main (void)
{
  struct ends e = both_ends (10);
  erbium_stall (e.out, 1);
  ERBIUM_RUN (thief, e.record, ~(uintptr_t) e.out);
  erbium_join_all ();
}
