/* SPDX-License-Identifier: MIT */
/* Deadlocks through several ranks are reported as those of one: cycles of updates, waits for ids
 * that nobody takes, joins.  Artificial ones let the smallest window grow. */
// RUN: %build
// RUN: %ranks --status 121 %t cycle | FileCheck --check-prefix=CYCLE %s
// RUN: %ranks --status 121 %t ring | FileCheck --check-prefix=RING %s
// RUN: %ranks --status 121 %t nobody | FileCheck --check-prefix=NOBODY %s
// RUN: %ranks --status 121 %t join | FileCheck --check-prefix=JOIN %s
// RUN: %ranks --status 121 %t given | FileCheck --check-prefix=GIVEN %s
// RUN: %ranks %t ahead | FileCheck --check-prefix=AHEAD %s
// RUN: env ERBIUM_GROW=0 %ranks --status 121 %t ahead | FileCheck --check-prefix=OFF %s
// RUN: %ranks --status 121 %t busy 2>&1 | FileCheck --check-prefix=BUSY %s
#include "test.h"
#include "ahead.h"

typedef ERBIUM_RECORD (int) ints;

/* Waits for an element of `from' before it commits one to `to'. */
ERBIUM_PROCESS (relay, ints, ints);
void
relay (ints from, ints to)
{
  ERBIUM_VIEW (int) in = erbium_new_read_view (from), out = erbium_new_write_view (to);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, 1);
  erbium_alloc (out, 1);
  erbium_update (in, 1);
  erbium_stall (out, 1);
  erbium_commit (out, 1);
}

ERBIUM_PROCESS (join_all);
void
join_all (void)
{
  erbium_join_all ();
}

static void
consume (ints a, ints b)
{
  ERBIUM_VIEW (int) x = erbium_new_read_view (a), y = erbium_new_read_view (b);
  erbium_register (x, 1);
  erbium_alloc (x, HORIZON);
  erbium_register (y, 1);
  erbium_alloc (y, HORIZON);
  ERBIUM_RUN (produce, a, b);
  for (int i = 0; i < N; i++)
    {
      erbium_update (y, i + 1); /* b before a: wants AHEAD elements of a kept */
      erbium_update (x, i + 1);
      expect_equal (ERBIUM_AT (x, i) + ERBIUM_AT (y, i), 0);
      erbium_release (x, i + 1);
      erbium_release (y, i + 1);
    }
  printf ("all came\n");
}

int
main (int count, char **arguments)
{
  const char *what = count > 1 ? arguments[1] : "";
  ints a = erbium_new_record (int, 1, 1), b = erbium_new_record (int, 1, 1);
  printf ("begins\n");
  if (strcmp (what, "cycle") == 0)
    {
      ERBIUM_RUN (relay, a, b);
      relay (b, a);
    }
  if (strcmp (what, "ring") == 0)
    {
      ints c = erbium_new_record (int, 1, 1);
      ERBIUM_RUN (relay, a, b);
      ERBIUM_RUN (relay, b, c);
      ERBIUM_RUN (relay, c, a);
    }
  if (strcmp (what, "nobody") == 0)
    ERBIUM_RUN (relay, a, b);
  if (strcmp (what, "join") == 0)
    {
      ERBIUM_RUN (join_all);
      ERBIUM_RUN (join_all);
    }
  if (strcmp (what, "given") == 0)
    {
      ERBIUM_VIEW (int) v = erbium_new_write_view (a);
      erbium_register (v, 1);
      ERBIUM_RUN (relay, a, b);
      erbium_give (v);
    }
  if (strcmp (what, "ahead") == 0)
    consume (a, b);
  if (strcmp (what, "busy") == 0) /* main runs: a warning; then it joins */
    {
      ERBIUM_RUN (relay, a, b);
      ERBIUM_RUN (relay, b, a);
      sleep (1);
    }
  erbium_join_all ();
}
// CYCLE: begins
// CYCLE: deadlock.c:[[#]]: error: true deadlock: every process waits
// CYCLE-NEXT: deadlock.c:[[#]]: process 'main' waits in update of read view 1 (id 1) of record 2 ({{.*}}) for commit index 1 of all its producers; process 'relay' has commit index 0
// CYCLE-NEXT: deadlock.c:[[#]]: process 'relay' waits in update of read view {{[0-9]+}} (id 1) of record 1 ({{.*}}) for commit index 1 of all its producers; process 'main' has commit index 0
// CYCLE-NEXT: note: each waits for the next: one must commit before it updates
// RING: error: true deadlock: every process waits
// RING-NEXT: process 'relay' (2) waits in update {{.*}}; process 'relay' (4) has commit index 0
// RING-NEXT: process 'relay' (3) waits in update {{.*}}; process 'relay' (2) has commit index 0
// RING-NEXT: process 'relay' (4) waits in update {{.*}}; process 'relay' (3) has commit index 0
// NOBODY: error: deadlock: every process waits
// NOBODY-NEXT: process 'relay' waits in update {{.*}}; nobody has registered write id 1
// NOBODY-NEXT: note: new_record says how many ids must register
// JOIN: error: true deadlock: every process waits
// JOIN-NEXT: process 'join_all' (2) waits in join for the end of all others
// JOIN-NEXT: process 'join_all' (3) waits in join for the end of all others
// JOIN-NEXT: note: each joins the next: one must end without waiting for the others
// GIVEN: process 'relay' waits in update {{.*}}; write id 1 is of a view that was given and has not been passed on
// AHEAD: all came
// OFF: error: artificial deadlock: every process waits
// OFF: note: make a horizon larger, or leave ERBIUM_GROW on
// BUSY: warning: these processes wait for each other and never go on:
// BUSY: error: true deadlock: every process waits
