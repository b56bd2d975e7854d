/* SPDX-License-Identifier: MIT */
/* A view is passed to a second process while the first has it: the error stands at the
 * second run, not at what the two do with it. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

ERBIUM_PROCESS (hold, ERBIUM_VIEW (int), ERBIUM_RECORD (int));
void
hold (ERBIUM_VIEW (int) v, ERBIUM_RECORD (int) until)
{
  ERBIUM_VIEW (int) in = erbium_new_read_view (until);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  erbium_update (in, 1);
  erbium_commit (v, 1);
}

int
main (void)
{
  struct ends e = both_ends (10);
  ERBIUM_RECORD (int) until = erbium_new_record (int, 1, 1);
  ERBIUM_RUN (hold, e.out, until);
  ERBIUM_RUN (hold, e.out, until);
  // CHECK: run-with-others-view.c:[[#@LINE-1]]: error: run: write view 2 (id 1) of record 1 ({{.*}}) belongs to process 'hold', in process 'main'
  // CHECK-NEXT: note: a view belongs to one process
}
