/* SPDX-License-Identifier: MIT */
/* A true deadlock beside processes that go on is said at once, as a warning,
 * and ends the program when all others have ended. */
// RUN: %build
// RUN: %exits 121 --each %s %t
// CHECK: warning: these processes wait for each other and never go on:
// CHECK: the others have ended
// CHECK: error: true deadlock: every process waits
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
  erbium_commit (out, 1);
}

ERBIUM_PROCESS (busy);
void
busy (void)
{
  for (int i = 0; i < 10; i++)
    usleep (100000); /* longer than the runtime takes to suspect a deadlock */
  fprintf (stderr, "the others have ended\n");
}

int
main (void)
{
  ERBIUM_RECORD (int) a = erbium_new_record (int, 1, 1), b = erbium_new_record (int, 1, 1);
  ERBIUM_RUN (busy);
  ERBIUM_RUN (one, a, b);
  ERBIUM_RUN (one, b, a);
}
