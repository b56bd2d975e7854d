/* SPDX-License-Identifier: MIT */
/* The report of a deadlock shows the run that a process has claimed.  The committed elements are the
 * same in each schedule. */
// RUN: %build
// RUN: %exits 121 --each %s %t
#include "test.h"

enum { WORKERS = 2 };

ERBIUM_PROCESS (work, ERBIUM_RECORD (int), ERBIUM_RECORD (int), int);
void
work (ERBIUM_RECORD (int) from, ERBIUM_RECORD (int) to, int id)
{
  ERBIUM_VIEW (int) in = erbium_new_read_view (from), out = erbium_new_write_view (to);
  erbium_register (in, id);
  erbium_register (out, id);
  erbium_alloc (in, 4);
  erbium_alloc (out, 100);
  for (;;)
    {
      erbium_index i = erbium_claim (in, 4, 1);
      erbium_release (in, i);
      erbium_commit (out, i);
      if (erbium_update (in, i + 4) < i + 4)
        return;
      // CHECK: deadlock-of-claimed-run.c:[[#@LINE-2]]: process 'work'{{.*}} waits in update of read view 1 {{.*}} for commit index {{12|16}} of all its producers; process 'main' has commit index 10; it has claimed {{\[8, 12\)|\[12, 16\)}} of read view 1 (id {{[12]}}) of record 'numbers'
      erbium_stall (out, i + 4);
      for (erbium_index k = i; k < i + 4; k++)
        ERBIUM_AT (out, k) = ERBIUM_AT (in, k);
      erbium_commit (out, i + 4);
    }
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, WORKERS), q = erbium_new_record (int, WORKERS, 1);
  erbium_name_record (r, "numbers");
  ERBIUM_VIEW (int) out = erbium_new_write_view (r), in = erbium_new_read_view (q);
  erbium_register (out, 1);
  erbium_register (in, 1);
  erbium_alloc (out, 100);
  erbium_alloc (in, 100);
  for (int id = 1; id <= WORKERS; id++)
    ERBIUM_RUN (work, r, q, id);
  erbium_stall (out, 10);
  for (int i = 0; i < 10; i++)
    ERBIUM_AT (out, i) = i;
  erbium_commit (out, 10);
  expect_equal (erbium_update (in, 8), 8);
  erbium_update (in, 9);
}
