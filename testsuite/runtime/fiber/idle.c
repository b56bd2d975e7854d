/* SPDX-License-Identifier: MIT */
/* Workers that have nothing to do cost nothing: while a network waits for its input
 * for a second, the program uses next to no processor time. */
// RUN: %build
// RUN: env ERBIUM_TASK=fiber %t
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=8 ERBIUM_PLACE=spread %t
#include <time.h>
#include <unistd.h>
#include "pass_on.h"

enum { STAGES = 50 };

static int64_t
used (void)
{
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * INT64_C (1000) + t.tv_nsec / 1000000;
}

int
main (void)
{
  ERBIUM_RECORD (int) first = erbium_new_record (int, 1, 1), last = first;
  for (int n = 0; n < STAGES; n++)
    {
      ERBIUM_RECORD (int) next = erbium_new_record (int, 1, 1);
      ERBIUM_RUN (pass_on, last, next);
      last = next;
    }
  ERBIUM_VIEW (int) in = erbium_new_write_view (first), out = erbium_new_read_view (last);
  erbium_register (in, 1);
  erbium_alloc (in, 4);
  erbium_register (out, 1);
  erbium_alloc (out, 4);
  for (int i = 0; i < 3; i++)
    {
      erbium_stall (in, i + 1);
      ERBIUM_AT (in, i) = i;
      erbium_commit (in, i + 1);
      expect_equal (erbium_update (out, i + 1), i + 1);
      expect_equal (ERBIUM_AT (out, i), i + STAGES);
      erbium_release (out, i + 1);
      usleep (100000); /* they fall asleep */
      int64_t before = used ();
      usleep (1000000);
      if (used () - before > 50)
        {
          fprintf (stderr, "%lld ms used while idle\n", (long long) (used () - before));
          return 1;
        }
    }
}
