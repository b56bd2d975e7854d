/* SPDX-License-Identifier: MIT */
/* A stall that asks for more than a horizon can have is not grown: what grows is another horizon of the
 * cycle, and the program goes on, whichever of the two is less at first. */
// RUN: %build
// RUN: %run %t 1 2 | FileCheck %s
// RUN: %run %t 3 2 | FileCheck %s
// RUN: %run %t 1 10 | FileCheck %s
// CHECK-DAG: a: 42
// CHECK-DAG: b has 10
// RUN: env ERBIUM_GROW=0 %exits 121 --only thread,fiber %t 1 2 | FileCheck --check-prefix=OFF %s
// OFF: error: artificial deadlock: every process waits
#include "test.h"

#define FAR (INT64_C (1) << 33)

ERBIUM_PROCESS (leaps, ERBIUM_RECORD (int), ERBIUM_RECORD (int), int);
void
leaps (ERBIUM_RECORD (int) a, ERBIUM_RECORD (int) b, int horizon)
{
  ERBIUM_VIEW (int) out = erbium_new_write_view (a), in = erbium_new_read_view (b);
  erbium_register (out, 1);
  erbium_alloc (out, horizon);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  erbium_stall (out, FAR);
  ERBIUM_AT (out, FAR - 1) = 42;
  erbium_commit (out, FAR);
  long n = 0;
  while (erbium_update (in, n + 1))
    erbium_release (in, ++n);
  printf ("b has %ld\n", n);
}

ERBIUM_PROCESS (lets, ERBIUM_RECORD (int), ERBIUM_RECORD (int), int);
void
lets (ERBIUM_RECORD (int) a, ERBIUM_RECORD (int) b, int horizon)
{
  ERBIUM_VIEW (int) in = erbium_new_read_view (a), out = erbium_new_write_view (b);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  erbium_register (out, 1);
  erbium_alloc (out, horizon);
  for (int i = 0; i < 10; i++)
    {
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = i;
      erbium_commit (out, i + 1);
    }
  erbium_release (in, FAR - 1);
  erbium_update (in, FAR);
  printf ("a: %d\n", ERBIUM_AT (in, FAR - 1));
}

int
main (int arguments, char **argument)
{
  expect (arguments == 3);
  ERBIUM_RECORD (int) a = erbium_new_record (int, 1, 1), b = erbium_new_record (int, 1, 1);
  int first = atoi (argument[1]), second = atoi (argument[2]);
  ERBIUM_RUN (leaps, a, b, first);
  erbium_process one = ERBIUM_RUN (lets, a, b, second);
  erbium_join (one);
}
