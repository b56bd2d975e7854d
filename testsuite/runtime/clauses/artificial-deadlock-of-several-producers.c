/* SPDX-License-Identifier: MIT */
/* One who waits for several producers goes on where one of them ends, since there the stream ends.
 * So a cycle of updates through another one of them is no deadlock while that one is held up by a
 * horizon alone: what it is must not be seen from the horizon. */
// RUN: %build
// RUN: %run %t | FileCheck %s
// RUN: env ERBIUM_VERBOSE=2 %t 2>&1 | FileCheck --check-prefix=GROWS %s
// RUN: env ERBIUM_GROW=0 %exits 121 %t | FileCheck --check-prefix=OFF %s
// CHECK: 1: sum 10
// CHECK: 2: sum 10
// CHECK: 5: sum 10
// GROWS: artificial deadlock: the horizon of write view {{.*}} grows from 1 to
// OFF: error: artificial deadlock: every process waits
// OFF: in stall of
// OFF: note: make a horizon larger, or leave ERBIUM_GROW on
#include "test.h"

enum { N = 5 };

/* To x only after something has come from y, which never does. */
ERBIUM_PROCESS (answer, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
answer (ERBIUM_RECORD (int) x, ERBIUM_RECORD (int) y)
{
  ERBIUM_VIEW (int) out = erbium_new_write_view (x), in = erbium_new_read_view (y);
  erbium_register (out, 1);
  erbium_alloc (out, 1);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  if (erbium_update (in, 1) == 1)
    erbium_commit (out, 1);
}

/* All of s, then ends: so x ends. */
ERBIUM_PROCESS (end, ERBIUM_RECORD (int), ERBIUM_RECORD (int), int);
void
end (ERBIUM_RECORD (int) x, ERBIUM_RECORD (int) s, int horizon)
{
  ERBIUM_VIEW (int) never = erbium_new_write_view (x), out = erbium_new_write_view (s);
  erbium_register (never, 2);
  erbium_alloc (never, 1);
  erbium_register (out, 1);
  erbium_alloc (out, horizon);
  for (int i = 0; i < N; i++)
    {
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = i;
      erbium_commit (out, i + 1);
    }
}

ERBIUM_PROCESS (consume, ERBIUM_RECORD (int), ERBIUM_RECORD (int), ERBIUM_RECORD (int), int);
void
consume (ERBIUM_RECORD (int) x, ERBIUM_RECORD (int) y, ERBIUM_RECORD (int) s, int horizon)
{
  ERBIUM_VIEW (int) out = erbium_new_write_view (y);
  ERBIUM_VIEW (int) first = erbium_new_read_view (x), then = erbium_new_read_view (s);
  erbium_register (out, 1);
  erbium_alloc (out, 1);
  erbium_register (first, 1);
  erbium_alloc (first, 1);
  erbium_register (then, 1);
  erbium_alloc (then, 1);
  expect_equal (erbium_update (first, 1), 0);
  int sum = 0;
  for (int i = 0; erbium_update (then, i + 1) == i + 1; i++)
    {
      sum += ERBIUM_AT (then, i);
      erbium_release (then, i + 1);
    }
  printf ("%d: sum %d\n", horizon, sum);
}

static void
try (int horizon)
{
  ERBIUM_RECORD (int) x = erbium_new_record (int, 2, 1);
  ERBIUM_RECORD (int) y = erbium_new_record (int, 1, 1), s = erbium_new_record (int, 1, 1);
  ERBIUM_RUN (end, x, s, horizon);
  ERBIUM_RUN (consume, x, y, s, horizon);
  ERBIUM_RUN (answer, x, y);
  erbium_join_all ();
}

int
main (void)
{
  try (1);
  try (2);
  try (N);
}
