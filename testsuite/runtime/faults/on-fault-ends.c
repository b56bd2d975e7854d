/* SPDX-License-Identifier: MIT */
/* A function of erbium_on_fault may end the program itself, with its own status,
 * whoever waits; where it makes a fault of its own, both are told, and the first
 * gives the status. */
// RUN: %build
// RUN: %exits 7 %t exit | FileCheck --check-prefix=EXIT %s
// RUN: %exits 120 %t fault | FileCheck --check-prefix=FAULT %s
// EXIT: seen: expected a write view, not read view
// FAULT: seen: expected a write view, not read view
// FAULT-NEXT: on-fault-ends.c:[[#]]: error: update: expected a read view, not write view
// FAULT-NEXT: on-fault-ends.c:[[#]]: note:
// FAULT-NEXT: note: this happened in the function given to erbium_on_fault, which was called for:
// FAULT-NEXT: on-fault-ends.c:[[#]]: error: commit: expected a write view, not read view
#include "test.h"

static ERBIUM_VIEW (int) out;
static bool exits;

static void
see (const struct erbium_fault *f)
{
  fprintf (stderr, "seen: %s\n", f->message);
  if (exits)
    exit (7);
  erbium_update (out, 1);
}

ERBIUM_PROCESS (wait, ERBIUM_VIEW (int));
void
wait (ERBIUM_VIEW (int) v)
{
  erbium_update (v, 1);
}

int
main (int argc, char **argv)
{
  (void) argc;
  exits = strcmp (argv[1], "exit") == 0;
  ERBIUM_VIEW (int) v = erbium_new_read_view (erbium_new_record (int, 1, 1)); /* for ever */
  erbium_register (v, 1);
  erbium_alloc (v, 4);
  ERBIUM_RUN (wait, v);
  struct ends e = both_ends (4);
  out = e.out;
  erbium_on_fault (see);
  erbium_commit (e.in, 1);
}
