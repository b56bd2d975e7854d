/* SPDX-License-Identifier: MIT */
/* A record that a process gets in an element is not known to its replay, which says so; who sent it is replayed. */
// UNSUPPORTED: thread
// RUN: %build
// RUN: rm -rf %t.rec && env ERBIUM_TASK=space ERBIUM_RECORD=%t.rec %t | FileCheck %s
// CHECK: main: 42
// RUN: %erbium-replay %t.rec --space=0 | FileCheck %s
// RUN: %status 118 %erbium-replay %t.rec --space=0.p1 2>&1 | FileCheck %s --check-prefix=REPLAY
// REPLAY: record-in-element.c:[[#@LINE+16]]: error: new view: the process that has made the record does not run in a replay: the record came in an element
// REPLAY-NEXT: note: pass records as arguments of run, where you want to replay
#include "test.h"

typedef ERBIUM_RECORD (int) numbers;
typedef ERBIUM_RECORD (numbers) records;

ERBIUM_PROCESS (answers, records);
void
answers (records r)
{
  ERBIUM_VIEW (numbers) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  expect_equal (erbium_update (v, 1), 1);
  numbers to = ERBIUM_AT (v, 0);
  ERBIUM_VIEW (int) w = erbium_new_write_view (to);
  erbium_register (w, 1);
  erbium_alloc (w, 1);
  erbium_stall (w, 1);
  ERBIUM_AT (w, 0) = 42;
  erbium_commit (w, 1);
}

int
main (void)
{
  records r = erbium_new_record (numbers, 1, 1);
  ERBIUM_RUN (answers, r);
  numbers n = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (numbers) w = erbium_new_write_view (r);
  ERBIUM_VIEW (int) v = erbium_new_read_view (n);
  erbium_register (w, 1);
  erbium_register (v, 1);
  erbium_alloc (w, 1);
  erbium_alloc (v, 1);
  erbium_stall (w, 1);
  ERBIUM_AT (w, 0) = n;
  erbium_commit (w, 1);
  expect_equal (erbium_update (v, 1), 1);
  printf ("main: %d\n", ERBIUM_AT (v, 0));
}
