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
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r);
  ERBIUM_VIEW (int) out = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, 10);
  erbium_alloc (out, 10);
  erbium_stall (out, 1);
  ERBIUM_RUN (thief, r, ~(uintptr_t) out);
  erbium_join_all ();
}
