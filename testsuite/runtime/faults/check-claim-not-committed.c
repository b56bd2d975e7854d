/* SPDX-License-Identifier: MIT */
/* Checked mode: a process of a group ends without a commit up to the run that it has claimed last,
 * so the end of the output would depend on the schedule. */
// RUN: %build
// RUN: not env ERBIUM_CHECK=1 ERBIUM_TASK=thread %t 0 2>&1 | FileCheck %s
// RUN: not env ERBIUM_CHECK=1 ERBIUM_TASK=fiber %t 0 2>&1 | FileCheck %s
// RUN: not env ERBIUM_CHECK=1 ERBIUM_TASK=space %t 0 2>&1 | FileCheck %s
// RUN: env ERBIUM_CHECK=1 %run %t 1 | FileCheck --check-prefix=RIGHT %s
// RUN: env ERBIUM_CHECK=1 %run %t 2 | FileCheck --check-prefix=RIGHT %s
// RUN: env ERBIUM_CHECK=1 %run %t 3 | FileCheck --check-prefix=RIGHT %s
#include <stdlib.h>

#include "test.h"

enum { WORKERS = 2, N = 6 };
enum { FORGETS, COMMITS, HALVES, HANDS_OVER };

typedef ERBIUM_RECORD (int) record;

/* HALVES: one result for two elements, and commit indices that are below those of the runs. */
ERBIUM_PROCESS (work, record, record, int, int);
void
work (record from, record to, int id, int how)
{
  ERBIUM_VIEW (int) in = erbium_new_read_view (from), out = erbium_new_write_view (to);
  int n = how == HALVES ? 2 : 1;
  erbium_register (in, id);
  erbium_register (out, id);
  erbium_alloc (in, n);
  erbium_alloc (out, 2 * N);
  for (;;)
    {
      erbium_index i = erbium_claim (in, n, 1);
      // CHECK: check-claim-not-committed.c:[[#@LINE-1]]: error: write view {{[0-9]+}} (id {{[12]}}) of record 2 ({{.*}}) ends at {{[0-9]}}, but its process has claimed a run from {{[0-9]+}} on and has committed nothing since, in process 'work'
      // CHECK-NEXT: note: commit up to the results of each run that is claimed, also if there is nothing to read; otherwise the end of the stream depends on the schedule
      if (erbium_update (in, i + n) < i + n)
        {
          if (how != FORGETS)
            erbium_commit (out, i / n);
          if (how == HANDS_OVER)
            erbium_free_view (out, ERBIUM_HANDOVER);
          break;
        }
      erbium_commit (out, i / n);
      erbium_stall (out, i / n + 1);
      ERBIUM_AT (out, i / n) = ERBIUM_AT (in, i);
      erbium_commit (out, i / n + 1);
      erbium_release (in, i + n);
    }
}

ERBIUM_PROCESS (count, record);
void
count (record r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, N);
  for (int i = 0; i < N; i++)
    {
      erbium_stall (v, i + 1);
      ERBIUM_AT (v, i) = i;
      erbium_commit (v, i + 1);
    }
}

int
main (int argc, char **argv)
{
  int how = argc > 1 ? atoi (argv[1]) : FORGETS;
  record from = erbium_new_record (int, 1, WORKERS), to = erbium_new_record (int, WORKERS, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (to);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  ERBIUM_RUN (count, from);
  for (int id = 1; id <= WORKERS; id++)
    ERBIUM_RUN (work, from, to, id, how);
  int results = how == HALVES ? N / 2 : N;
  if (how == FORGETS)
    {
      erbium_join_all ();
      return 0;
    }
  for (int i = 0; i < results; i++)
    {
      expect_equal (erbium_update (in, i + 1), i + 1);
      expect_equal (ERBIUM_AT (in, i), i * (N / results));
      erbium_release (in, i + 1);
    }
  if (how != HANDS_OVER)
    expect_equal (erbium_update (in, results + 1), 0);
  puts ("right");
  // RIGHT: right
}
