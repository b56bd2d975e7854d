/* SPDX-License-Identifier: MIT */
/* A reader that updates and never releases: the report asks for a release. */
// UNSUPPORTED: sanitizer
// RUN: %build
// RUN: %exits 121 --only thread,check,one,fiber,alone %t | FileCheck %s
// RUN: env ERBIUM_GROW=0 %exits 121 --but own %t | FileCheck %s --check-prefix=SMALL
// SMALL: error: artificial deadlock: every process waits
// SMALL: note: release elements after their last use, make a horizon larger, or leave ERBIUM_GROW on
// CHECK: error: deadlock: every process waits
// CHECK: note: a reader must release elements after their last use
#include "test.h"

/* So that windows reach the limit with few elements; nothing is ever written. */
struct large { char byte[1 << 28]; };

ERBIUM_PROCESS (producer, ERBIUM_RECORD (struct large));
void
producer (ERBIUM_RECORD (struct large) r)
{
  ERBIUM_VIEW (struct large) w = erbium_new_write_view (r);
  erbium_register (w, 1);
  erbium_alloc (w, 1);
  for (long i = 0;; i++)
    {
      erbium_stall (w, i + 1);
      erbium_commit (w, i + 1);
    }
}

int
main (void)
{
  ERBIUM_RECORD (struct large) r = erbium_new_record (struct large, 1, 1);
  ERBIUM_VIEW (struct large) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  ERBIUM_RUN (producer, r);
  for (long i = 0; erbium_update (v, i + 1); i++)
    ;
}
