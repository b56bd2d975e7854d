/* SPDX-License-Identifier: MIT */
/* claim of a view that holds no id. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_claim (v, 4, 1);
  // CHECK: claim-unregistered.c:[[#@LINE-1]]: error: claim: read view 1 (unregistered) of record 1 ({{.*}}) is not registered, in process 'main'
  // CHECK-NEXT: note: register it first: only registered views share elements
}
