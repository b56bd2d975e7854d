/* SPDX-License-Identifier: MIT */
/* An artificial deadlock of some processes is grown away while others go on
 * for ever: the stuck part must not starve.
 *
 * "late": those that were run first are kernel threads by then, the stuck ones fibers, since
 * there is no processor left.  Nobody but the monitor of fibers sees them, and it must not
 * sleep for good when all threads are asleep for a moment. */
// RUN: %build
// RUN: %run %t
// RUN: env ERBIUM_TASK=auto ERBIUM_SPIN=0 timeout 120 %t late
#include <time.h>
#include "test.h"

static SHARED atomic_long stop;

/* Busy with each other until the stuck part has come through. */
ERBIUM_PROCESS (ping, ERBIUM_RECORD (int), ERBIUM_RECORD (int), int);
void
ping (ERBIUM_RECORD (int) from, ERBIUM_RECORD (int) to, int first)
{
  ERBIUM_VIEW (int) in = erbium_new_read_view (from), out = erbium_new_write_view (to);
  erbium_register (in, 1);
  erbium_alloc (in, 4);
  erbium_register (out, 1);
  erbium_alloc (out, 4);
  int64_t i = 0;
  if (first)
    {
      erbium_stall (out, 1);
      erbium_commit (out, 1);
    }
  while (erbium_update (in, i + 1) > i)
    {
      erbium_release (in, ++i);
      if (first && told (&stop))
        break;
      erbium_stall (out, i + first);
      erbium_commit (out, i + first);
    }
}

ERBIUM_PROCESS (produce, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
produce (ERBIUM_RECORD (int) a, ERBIUM_RECORD (int) b)
{
  ERBIUM_VIEW (int) x = erbium_new_write_view (a), y = erbium_new_write_view (b);
  erbium_register (x, 1);
  erbium_alloc (x, 2);
  erbium_register (y, 1);
  erbium_alloc (y, 2);
  for (int i = 1; i <= 50; i++)
    {
      erbium_stall (x, i);
      ERBIUM_AT (x, i - 1) = i;
      erbium_commit (x, i);
    }
  erbium_commit (y, 1);
}

ERBIUM_PROCESS (consume, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
consume (ERBIUM_RECORD (int) a, ERBIUM_RECORD (int) b)
{
  ERBIUM_VIEW (int) x = erbium_new_read_view (a), y = erbium_new_read_view (b);
  erbium_register (x, 1);
  erbium_alloc (x, 2);
  erbium_register (y, 1);
  erbium_alloc (y, 2);
  erbium_update (y, 1);
  for (int i = 1; i <= 50; i++)
    {
      erbium_update (x, i);
      expect_equal (ERBIUM_AT (x, i - 1), i);
      erbium_release (x, i);
    }
  tell (&stop, 1);
}

int
main (int arguments, char **argument)
{
  const struct timespec until_they_are_threads = { 0, 20000000 };
  ERBIUM_RECORD (int) there = erbium_new_record (int, 1, 1);
  ERBIUM_RECORD (int) back = erbium_new_record (int, 1, 1);
  ERBIUM_RECORD (int) a = erbium_new_record (int, 1, 1), b = erbium_new_record (int, 1, 1);
  ERBIUM_RUN (ping, there, back, 1);
  ERBIUM_RUN (ping, back, there, 0);
  if (arguments > 1 && strcmp (argument[1], "late") == 0)
    nanosleep (&until_they_are_threads, NULL);
  ERBIUM_RUN (produce, a, b);
  ERBIUM_RUN (consume, a, b);
}
