/* SPDX-License-Identifier: MIT */
/* free_view (v, HANDOVER) keeps the id open: update waits for the next holder
 * and does not see an end, and stall waits for the next reader. */
// RUN: %build
// RUN: %run %t
// RUN: %exits 121 %t update | FileCheck --check-prefix=UPDATE %s
// RUN: env ERBIUM_GROW=0 %exits 121 %t stall | FileCheck --check-prefix=STALL %s
// UPDATE: 'main' waits in update {{.*}} for commit index 4 of all its producers; nobody has taken over write id 1
// UPDATE: note: register another view for the id, or free its last one with ERBIUM_TERMINATE
// STALL: 'main' waits in stall {{.*}} for release index 4 of all its readers; nobody has taken over read id 1
// STALL: note: make a horizon larger, or leave ERBIUM_GROW on
#include "test.h"

int
main (int argc, char **argv)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r), out = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, 10);
  erbium_alloc (out, 10);
  erbium_commit (out, 3);
  expect_equal (erbium_update (in, 3), 3);
  erbium_release (in, 3);
  if (argc > 1 && strcmp (argv[1], "update") == 0)
    {
      erbium_free_view (out, ERBIUM_HANDOVER);
      erbium_update (in, 4);
    }
  if (argc > 1 && strcmp (argv[1], "stall") == 0)
    {
      erbium_free_view (in, ERBIUM_HANDOVER);
      erbium_stall (out, 13);
      erbium_stall (out, 14);
    }
}
