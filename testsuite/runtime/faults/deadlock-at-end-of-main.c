/* SPDX-License-Identifier: MIT */
/* The end of main joins all: a process that then waits for nobody is a deadlock too. */
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
  // CHECK: deadlock-at-end-of-main.c:[[#@LINE-1]]: process 'consume' waits in update of read view 1 (id 1) of record 1 ({{.*}}) for commit index 1 of all its producers; nobody has registered write id 1
  // CHECK: note: new_record says how many ids must register: run the processes that are missing; a thread that the program has made counts from its first call
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_RUN (consume, r);
}
