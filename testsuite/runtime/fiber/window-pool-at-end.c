/* SPDX-License-Identifier: MIT */
/* The window of a record that goes is used again by the next stage of a chain: the end of
 * a stream, on its way through all of them, touches no fresh memory. */
// UNSUPPORTED: thread
// RUN: %build
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 ERBIUM_WINDOW=1048576 %t
#include "test.h"

#include <sys/resource.h>

enum { STAGES = 200, HORIZON = 200000 }; /* ints: nearly 200 pages */

ERBIUM_PROCESS (count, ERBIUM_RECORD (int));
void
count (ERBIUM_RECORD (int) to)
{
  ERBIUM_VIEW (int) out = erbium_new_write_view (to);
  erbium_register (out, 1);
  erbium_alloc (out, HORIZON);
  erbium_stall (out, HORIZON);
  for (int i = 0; i < HORIZON; i++)
    ERBIUM_AT (out, i) = i;
  erbium_commit (out, HORIZON);
}

ERBIUM_PROCESS (pass_on, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
pass_on (ERBIUM_RECORD (int) from, ERBIUM_RECORD (int) to)
{
  ERBIUM_VIEW (int) in = erbium_new_read_view (from), out = erbium_new_write_view (to);
  erbium_register (in, 1);
  erbium_alloc (in, HORIZON);
  erbium_register (out, 1);
  erbium_alloc (out, HORIZON);
  for (int i = 0; erbium_update (in, i + HORIZON) > i; i += HORIZON)
    {
      erbium_stall (out, i + HORIZON);
      for (int k = i; k < i + HORIZON; k++)
        ERBIUM_AT (out, k) = ERBIUM_AT (in, k) + 1;
      erbium_release (in, i + HORIZON);
      erbium_commit (out, i + HORIZON);
    }
}

ERBIUM_PROCESS (look, ERBIUM_RECORD (int));
void
look (ERBIUM_RECORD (int) from)
{
  ERBIUM_VIEW (int) in = erbium_new_read_view (from);
  erbium_register (in, 1);
  erbium_alloc (in, HORIZON);
  expect_equal (erbium_update (in, HORIZON), HORIZON);
  for (int i = 0; i < HORIZON; i++)
    expect_equal (ERBIUM_AT (in, i), i + STAGES);
  erbium_release (in, HORIZON);
}

static long
faults (void)
{
  struct rusage used;
  expect (getrusage (RUSAGE_SELF, &used) == 0);
  return used.ru_minflt;
}

int
main (void)
{
  long before = faults ();
  ERBIUM_RECORD (int) last = erbium_new_record (int, 1, 1);
  ERBIUM_RUN (count, last);
  for (int n = 0; n < STAGES; n++)
    {
      ERBIUM_RECORD (int) next = erbium_new_record (int, 1, 1);
      ERBIUM_RUN (pass_on, last, next);
      last = next;
    }
  ERBIUM_RUN (look, last);
  erbium_join_all ();
  long each = (faults () - before) / STAGES; /* 3 here, and some 200 with fresh windows */
  printf ("%ld page faults a stage\n", each);
  expect (each < 100);
}
