/* SPDX-License-Identifier: MIT */
/* With GROW off an artificial deadlock beside processes that go on is said at once, as a true one is,
 * and ends the program when all others have ended; it is named even where there is a true one as well. */
// RUN: %build
// RUN: env ERBIUM_GROW=0 %exits 121 --each %s %t
// RUN: env ERBIUM_GROW=0 %exits 121 --each %s %t both
// CHECK: warning: these processes wait for each other and never go on:
// CHECK: the others have ended
// CHECK: error: artificial deadlock: every process waits
// CHECK: process 'produce' waits in stall of
// CHECK: note: make a horizon larger, or leave ERBIUM_GROW on
#include "test.h"

ERBIUM_PROCESS (one, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
one (ERBIUM_RECORD (int) from, ERBIUM_RECORD (int) to)
{
  ERBIUM_VIEW (int) in = erbium_new_read_view (from), out = erbium_new_write_view (to);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  erbium_register (out, 1);
  erbium_update (in, 1);
}

ERBIUM_PROCESS (produce, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
produce (ERBIUM_RECORD (int) a, ERBIUM_RECORD (int) b)
{
  ERBIUM_VIEW (int) x = erbium_new_write_view (a), y = erbium_new_write_view (b);
  erbium_register (x, 1);
  erbium_alloc (x, 1);
  erbium_register (y, 1);
  erbium_stall (x, 2);
}

ERBIUM_PROCESS (busy);
void
busy (void)
{
  for (int i = 0; i < 10; i++)
    usleep (100000); /* longer than the runtime takes to suspect a deadlock */
  fprintf (stderr, "the others have ended\n");
}

static void
run_true (void)
{
  ERBIUM_RECORD (int) a = erbium_new_record (int, 1, 1), b = erbium_new_record (int, 1, 1);
  ERBIUM_RUN (one, a, b);
  ERBIUM_RUN (one, b, a);
}

/* main itself is the reader. */
int
main (int arguments, char **argument)
{
  ERBIUM_RECORD (int) a = erbium_new_record (int, 1, 1), b = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) x = erbium_new_read_view (a), y = erbium_new_read_view (b);
  erbium_register (x, 1);
  erbium_alloc (x, 1);
  erbium_register (y, 1);
  erbium_alloc (y, 1);
  ERBIUM_RUN (busy);
  if (arguments > 1 && strcmp (argument[1], "both") == 0)
    run_true ();
  ERBIUM_RUN (produce, a, b);
  erbium_update (y, 1);
}
