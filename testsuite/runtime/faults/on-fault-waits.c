/* SPDX-License-Identifier: MIT */
/* A function of erbium_on_fault must not wait: for what never comes, that is an error, as are others
 * that it makes, and the first gives the status. */
// RUN: %build
// RUN: %exits 120 --each %s %t wait
// RUN: %exits 120 --each %s %t run
// CHECK: seen: not for read view
// CHECK: error: {{deadlock: every process waits|((update|join): )?the function of erbium_on_fault waits}}
// CHECK: note: this came of the function given to erbium_on_fault, which was called for:
// CHECK-NEXT: on-fault-waits.c:[[#]]: error: commit: not for read view
#include "test.h"

static ERBIUM_VIEW (int) never;
static bool runs;

ERBIUM_PROCESS (wait_too, int);
void
wait_too (int unused)
{
  (void) unused;
  erbium_update (never, 1);
}

static void
see (const struct erbium_fault *f)
{
  fprintf (stderr, "seen: %s\n", f->message);
  if (runs)
    erbium_join (ERBIUM_RUN (wait_too, 1));
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
  runs = strcmp (argv[1], "run") == 0;
  ERBIUM_RUN (wait, reader ());
  never = reader ();
  struct ends e = both_ends (4);
  erbium_on_fault (see);
  erbium_commit (e.in, 1);
}
