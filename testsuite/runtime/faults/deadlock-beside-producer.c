/* SPDX-License-Identifier: MIT */
/* A true deadlock is one whatever a horizon is: none is grown for the sake of those who never go
 * on, here of a producer who would go on for ever, and for whom one of them waits as well. */
// UNSUPPORTED: sanitizer
// RUN: %build
// On one thread, where the producer comes last: one who comes first may grow while nobody is dead.
// RUN: env ERBIUM_VERBOSE=2 %exits 121 --only alone %t | FileCheck %s
// CHECK-NOT: grow
// CHECK: error: true deadlock: every process waits
// CHECK-NEXT: process 'both' waits in update {{.*}}; process 'one' has commit index 0; process 'ahead' has commit index 1
// CHECK-NEXT: process 'one' waits in update {{.*}}; process 'both' has commit index 0
#include "test.h"

/* So that windows reach the limit with few elements; nothing is ever written. */
struct large { char byte[1 << 28]; };

ERBIUM_PROCESS (both, ERBIUM_RECORD (int), ERBIUM_RECORD (int), ERBIUM_RECORD (struct large));
void
both (ERBIUM_RECORD (int) x, ERBIUM_RECORD (int) y, ERBIUM_RECORD (struct large) z)
{
  ERBIUM_VIEW (int) out = erbium_new_write_view (y), in = erbium_new_read_view (x);
  ERBIUM_VIEW (struct large) never = erbium_new_read_view (z);
  erbium_register (out, 1);
  erbium_register (in, 1);
  erbium_alloc (in, 2);
  erbium_register (never, 1);
  erbium_alloc (never, 1);
  erbium_update (in, 2);
}

ERBIUM_PROCESS (one, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
one (ERBIUM_RECORD (int) x, ERBIUM_RECORD (int) y)
{
  ERBIUM_VIEW (int) out = erbium_new_write_view (x), in = erbium_new_read_view (y);
  erbium_register (out, 1);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  erbium_update (in, 1);
}

ERBIUM_PROCESS (ahead, ERBIUM_RECORD (int), ERBIUM_RECORD (struct large));
void
ahead (ERBIUM_RECORD (int) x, ERBIUM_RECORD (struct large) z)
{
  ERBIUM_VIEW (int) out = erbium_new_write_view (x);
  ERBIUM_VIEW (struct large) w = erbium_new_write_view (z);
  erbium_register (out, 2);
  erbium_alloc (out, 2);
  erbium_stall (out, 1);
  ERBIUM_AT (out, 0) = 1;
  erbium_commit (out, 1);
  erbium_register (w, 1);
  erbium_alloc (w, 1);
  for (long i = 0;; i++)
    {
      erbium_stall (w, i + 1);
      erbium_commit (w, i + 1);
    }
}

ERBIUM_PROCESS (start);
void
start (void)
{
  ERBIUM_RECORD (int) x = erbium_new_record (int, 2, 1), y = erbium_new_record (int, 1, 1);
  ERBIUM_RECORD (struct large) z = erbium_new_record (struct large, 1, 1);
  ERBIUM_RUN (both, x, y, z);
  ERBIUM_RUN (one, x, y);
  ERBIUM_RUN (ahead, x, z);
}

int
main (void)
{
  ERBIUM_RUN (start);
}
