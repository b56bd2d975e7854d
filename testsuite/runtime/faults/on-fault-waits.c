/* SPDX-License-Identifier: MIT */
/* A function of erbium_on_fault must not wait or run: that is an error, as are others that it makes,
 * and the first gives the status. */
// RUN: %build
// RUN: %exits 120 --each %s %t update
// RUN: %exits 120 --each %s %t join
// RUN: %exits 120 --each %s %t run
// CHECK: seen: expected a write view, not read view
// CHECK-NEXT: on-fault-waits.c:[[#]]: error: {{update|join|run}}: the function of erbium_on_fault must not {{wait|run a process}}
// CHECK-NEXT: on-fault-waits.c:[[#]]: note: print, clean up and return, or call exit
// CHECK-NEXT: note: this happened in the function given to erbium_on_fault, which was called for:
// CHECK-NEXT: on-fault-waits.c:[[#]]: error: commit: expected a write view, not read view
#include "test.h"

static ERBIUM_VIEW (int) never;
static const char *does;

ERBIUM_PROCESS (nothing, int);
void
nothing (int unused)
{
  (void) unused;
}

static void
see (const struct erbium_fault *f)
{
  fprintf (stderr, "seen: %s\n", f->message);
  if (strcmp (does, "join") == 0)
    erbium_join_all ();
  if (strcmp (does, "run") == 0)
    ERBIUM_RUN (nothing, 1);
  erbium_update (never, 1);
}

ERBIUM_PROCESS (wait, ERBIUM_VIEW (int));
void
wait (ERBIUM_VIEW (int) v)
{
  erbium_update (v, 1);
}

static ERBIUM_VIEW (int)
reader (void)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (erbium_new_record (int, 1, 1)); /* for ever */
  erbium_register (v, 1);
  erbium_alloc (v, 4);
  return v;
}

int
main (int argc, char **argv)
{
  (void) argc;
  does = argv[1];
  ERBIUM_RUN (wait, reader ());
  never = reader ();
  struct ends e = both_ends (4);
  erbium_on_fault (see);
  erbium_commit (e.in, 1);
}
