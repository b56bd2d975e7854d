/* SPDX-License-Identifier: MIT */
/* Long waits are no deadlock: for a process that sleeps in the kernel, one that
 * is started late, and a view that is handed over late. */
// RUN: %build
// RUN: %run %t
#include "test.h"

ERBIUM_PROCESS (slow, ERBIUM_RECORD (int), int);
void
slow (ERBIUM_RECORD (int) r, int id)
{
  usleep (300000);
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, id);
  erbium_commit (v, 5);
  erbium_free_view (v, id == 1 ? ERBIUM_HANDOVER : ERBIUM_TERMINATE);
  if (id == 1)
    ERBIUM_RUN (slow, r, 2);
  usleep (300000);
  if (id == 1)
    {
      v = erbium_new_write_view (r);
      erbium_register (v, 1);
      erbium_commit (v, 10);
    }
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 2, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 10);
  ERBIUM_RUN (slow, r, 1);
  expect_equal (erbium_update (v, 5), 5);
  expect_equal (erbium_update (v, 10), 0);
}
