/* SPDX-License-Identifier: MIT */
/* A cycle with a stall in it whose horizon has grown as far as possible is not called a
 * true deadlock, and the report says how far it has grown. */
// UNSUPPORTED: sanitizer
// RUN: %build
// RUN: %exits 121 --only thread,check,one,fiber,alone %t | FileCheck %s
// CHECK: error: deadlock: every process waits
// CHECK: process 'ahead' waits in stall {{.*}}; its horizon is 4 and cannot grow as far as that takes: 4 at most
// CHECK: note: commit what the others wait for before writing so far ahead of them
#include "test.h"

/* So that windows reach the limit with few elements; nothing is ever written. */
struct large { char byte[1 << 28]; };

ERBIUM_PROCESS (ahead, ERBIUM_RECORD (struct large), ERBIUM_RECORD (int));
void
ahead (ERBIUM_RECORD (struct large) a, ERBIUM_RECORD (int) b)
{
  ERBIUM_VIEW (struct large) v = erbium_new_write_view (a);
  ERBIUM_VIEW (int) w = erbium_new_write_view (b);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  erbium_register (w, 1);
  erbium_alloc (w, 1);
  for (long i = 0;; i++)
    {
      erbium_stall (v, i + 1);
      erbium_commit (v, i + 1);
    }
}

int
main (void)
{
  ERBIUM_RECORD (struct large) a = erbium_new_record (struct large, 1, 1);
  ERBIUM_RECORD (int) b = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (struct large) in = erbium_new_read_view (a);
  ERBIUM_VIEW (int) other = erbium_new_read_view (b);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  erbium_register (other, 1);
  erbium_alloc (other, 1);
  ERBIUM_RUN (ahead, a, b);
  erbium_update (other, 1); /* which ahead never commits */
}
