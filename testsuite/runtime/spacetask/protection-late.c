/* SPDX-License-Identifier: MIT */
/* A long stream is guarded again after its first 4 MiB: in one such stretch of 64.  There too the processor refuses what
 * is written before stall, and what is read after release, here half a window away. */
// UNSUPPORTED: thread
// RUN: %build
// RUN: env ERBIUM_TASK=space %status 120 %timed %t 1 2>&1 | FileCheck --check-prefix=AHEAD %s
// AHEAD: error: write to element [[#]] of write view 1 (id 1) of record 1 ({{.*}}) before stall of it; the last primitive of the view is the commit here, in process 'produce'
// RUN: env ERBIUM_TASK=space %status 120 %timed %t 2 2>&1 | FileCheck --check-prefix=GIVEN %s
// GIVEN: error: read of element [[#]] of read view 1 (id 1) of record 1 ({{.*}}) after release of it; the last primitive of the view is the release here, in process 'main'
// RUN: env ERBIUM_TASK=space %timed %t 0
#include "test.h"

enum { BURST = 1 << 14, WINDOW = 4 * BURST, STRETCH = (4 << 20) / sizeof (int) };
enum { LATE = 64 * STRETCH + STRETCH / 4, END = LATE + STRETCH }; /* elements */
enum { NOTHING, WRITE_AHEAD, READ_AFTER };

static int what;

ERBIUM_PROCESS (produce, ERBIUM_RECORD (int));
void
produce (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, WINDOW);
  for (long i = 0; i < END; i += BURST)
    {
      erbium_stall (v, i + BURST);
      for (long k = i; k < i + BURST; k++)
        ERBIUM_AT (v, k) = (int) k;
      erbium_commit (v, i + BURST);
      if (what == WRITE_AHEAD && i == LATE)
        *(volatile int *) &ERBIUM_AT (v, i + BURST + WINDOW / 2) = 1;
    }
}

int
main (int argc, char **argv)
{
  what = argc > 1 ? atoi (argv[1]) : NOTHING;
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  long seen = 0, to;
  erbium_register (v, 1);
  erbium_alloc (v, WINDOW);
  ERBIUM_RUN (produce, r);
  while ((to = erbium_update (v, seen + BURST)))
    {
      for (long k = seen; k < to; k++)
        expect_equal (ERBIUM_AT (v, k), (int) k);
      erbium_release (v, to);
      if (what == READ_AFTER && seen == LATE)
        (void) *(volatile int *) &ERBIUM_AT (v, to - WINDOW / 2);
      seen = to;
    }
  expect_equal (seen, (long) END);
  erbium_join_all ();
  return 0;
}
