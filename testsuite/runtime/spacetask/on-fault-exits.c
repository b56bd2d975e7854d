/* SPDX-License-Identifier: MIT */
/* Main calls exit from the function of erbium_on_fault: that is how the program ends, and none of those who
 * wait, and see main gone before they are killed with it, says otherwise. */
// UNSUPPORTED: thread
// RUN: %build
// RUN: env ERBIUM_TASK=space sh -c 'for n in $(seq 80); do %t; test $? = 7 || echo error: status; done' 2>&1 | FileCheck --implicit-check-not=error %s
// CHECK-COUNT-80: seen: not for read view
#include "test.h"

enum { WAITING = 16 };

static void
see (const struct erbium_fault *f)
{
  fprintf (stderr, "seen: %s\n", f->message);
  exit (7);
}

ERBIUM_PROCESS (wait, ERBIUM_VIEW (int));
void
wait (ERBIUM_VIEW (int) v)
{
  erbium_update (v, 1);
}

int
main (void)
{
  for (int n = 0; n < WAITING; n++)
    {
      ERBIUM_VIEW (int) v = erbium_new_read_view (erbium_new_record (int, 1, 1)); /* for ever */
      erbium_register (v, 1);
      erbium_alloc (v, 4);
      ERBIUM_RUN (wait, v);
    }
  struct ends e = both_ends (4);
  erbium_on_fault (see);
  erbium_commit (e.in, 1);
}
