/* SPDX-License-Identifier: MIT */
/* Long waits are no deadlock: for a process that sleeps in the kernel, one that
 * is started late, and a view that is handed over late.  Nor, "several", is one for several
 * producers of whom one waits for the waiter, and another may end and the stream with it. */
// RUN: %build
// RUN: %run --at-a-time 20 %t
// RUN: %run --at-a-time 20 %t several
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

/* Commits to x only what comes from y. */
ERBIUM_PROCESS (answer, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
answer (ERBIUM_RECORD (int) x, ERBIUM_RECORD (int) y)
{
  ERBIUM_VIEW (int) out = erbium_new_write_view (x), in = erbium_new_read_view (y);
  erbium_register (out, 1);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  expect_equal (erbium_update (in, 1), 0);
}

ERBIUM_PROCESS (end_late, ERBIUM_RECORD (int));
void
end_late (ERBIUM_RECORD (int) x)
{
  ERBIUM_VIEW (int) out = erbium_new_write_view (x);
  erbium_register (out, 2);
  usleep (500000);
}

static void
wait_for_several (void)
{
  ERBIUM_RECORD (int) x = erbium_new_record (int, 2, 1), y = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (x), out = erbium_new_write_view (y);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  erbium_register (out, 1);
  ERBIUM_RUN (answer, x, y);
  ERBIUM_RUN (end_late, x);
  expect_equal (erbium_update (in, 1), 0);
}

int
main (int arguments, char **argument)
{
  if (arguments > 1 && strcmp (argument[1], "several") == 0)
    {
      wait_for_several ();
      return 0;
    }
  ERBIUM_RECORD (int) r = erbium_new_record (int, 2, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 10);
  ERBIUM_RUN (slow, r, 1);
  expect_equal (erbium_update (v, 5), 5);
  expect_equal (erbium_update (v, 10), 0);
}
