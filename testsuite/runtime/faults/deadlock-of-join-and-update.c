/* SPDX-License-Identifier: MIT */
/* A process that joins one that waits for it. */
// RUN: %build
// RUN: %exits 121 %t | FileCheck %s
#include "test.h"

ERBIUM_PROCESS (consume, ERBIUM_RECORD (int));
void
consume (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  erbium_update (v, 1);
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) out = erbium_new_write_view (r);
  erbium_register (out, 1);
  erbium_process p = ERBIUM_RUN (consume, r);
  erbium_join (p);
  // CHECK-DAG: deadlock-of-join-and-update.c:[[#@LINE-1]]: process 'main' waits in join for the end of process '{{.*}}' ([[#]])
  // CHECK-DAG: process 'consume' waits in update of read view {{.*}} for commit index 1 of all its producers; process 'main' has commit index 0
}
