/* SPDX-License-Identifier: MIT */
/* A true deadlock, each process waiting for the other to commit first, is reported as the cycle of waits. */
// RUN: %build
// Which view is numbered first depends on the schedule.
// RUN: %exits 121 --each %s %t
#include "test.h"

#define BOTH(name)                                                             \
  ERBIUM_PROCESS (name, ERBIUM_RECORD (int), ERBIUM_RECORD (int));             \
  void name (ERBIUM_RECORD (int) from, ERBIUM_RECORD (int) to)                 \
  {                                                                            \
    ERBIUM_VIEW (int) in = erbium_new_read_view (from);                        \
    ERBIUM_VIEW (int) out = erbium_new_write_view (to);                        \
    erbium_register (in, 1);                                                   \
    erbium_alloc (in, 10);                                                     \
    erbium_register (out, 1);                                                  \
    erbium_alloc (out, 10);                                                    \
    for (int i = 1; i < 10; i++)                                               \
      {                                                                        \
        if (i < 5)                                                             \
          erbium_commit (out, i);                                              \
        erbium_update (in, i);                                                 \
        erbium_commit (out, i);                                                \
      }                                                                        \
  }

BOTH (left)
// CHECK-DAG: true-deadlock.c:[[# @LINE - 1]]: process 'left' waits in update of read view {{.*}} (id 1) of record 'a' ({{.*}}) for commit index 5 of all its producers; process 'right' has commit index 4
BOTH (right)
// CHECK-DAG: true-deadlock.c:[[# @LINE - 1]]: process 'right' waits in update of read view {{.*}} (id 1) of record 'b' ({{.*}}) for commit index 5 of all its producers; process 'left' has commit index 4

int
main (void)
{
  ERBIUM_RECORD (int) a = erbium_new_record (int, 1, 1), b = erbium_new_record (int, 1, 1);
  erbium_name_record (a, "a");
  erbium_name_record (b, "b");
  ERBIUM_RUN (left, a, b);
  ERBIUM_RUN (right, b, a);
}
