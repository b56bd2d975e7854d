/* SPDX-License-Identifier: MIT */
/* Producers that are spaces and share a record, of which several pairs have written an element each, or all three one: told
 * is the first element of the stream, with the two least ids, in each run, whichever is found first; also where it
 * lies past what a producer has that has ended, where nobody ever takes an id (at the end of the program), and where
 * the consumer asks for less.  What comes before it can be read.  Where a producer waits for ever, that is a deadlock. */
// UNSUPPORTED: thread
// RUN: %build
// RUN: sh %S/inputs/runs 30 120 %t pairs | FileCheck --check-prefix=PAIRS %s
// RUN: sh %S/inputs/runs 20 120 %t all | FileCheck --check-prefix=ALL %s
// RUN: env ERBIUM_CHECK=1 sh %S/inputs/runs 20 120 %t all | FileCheck --check-prefix=ALL %s
// RUN: sh %S/inputs/runs 10 120 %t ended | FileCheck --check-prefix=PAIRS %s
// RUN: sh %S/inputs/runs 10 120 %t ends | FileCheck --check-prefix=PAIRS %s
// RUN: sh %S/inputs/runs 10 120 %t few | FileCheck --check-prefix=PAIRS %s
// RUN: sh %S/inputs/runs 10 120 %t nobody | FileCheck --check-prefix=NOBODY %s
// RUN: sh %S/inputs/runs 5 121 %t waits | FileCheck --check-prefix=WAITS %s
// PAIRS: error: element 10 of record 1 ({{.*}}) was written by process 'p1' (write id 1) and by process 'p2' (write id 2)
// PAIRS-NEXT: note: each element has one producer: the others commit past it
// PAIRS-NOT: error:
// ALL: error: element 20 of record 1 ({{.*}}) was written by process 'p1' (write id 1) and by process 'p2' (write id 2)
// ALL-NEXT: note:
// ALL-NOT: error:
// NOBODY: error: element 20 of record 1 ({{.*}}) was written by process 'p2' (write id 2) and by process 'p3' (write id 3)
// NOBODY-NEXT: note:
// NOBODY-NEXT: all seen
// WAITS: error: deadlock: every process waits
// WAITS-NOT: was written by
#include "test.h"

enum { HORIZON = 100, LENGTH = 40 };

static const char *how;

static bool
is (const char *word)
{
  return strcmp (how, word) == 0;
}

/* Who comes last is another one in each run. */
static void
take_time (int k)
{
  usleep ((unsigned) ((getpid () + k) % 3) * 1000);
}

static void
write_some (ERBIUM_VIEW (int) v, int k)
{
  erbium_stall (v, LENGTH);
  if (k != 3)
    ERBIUM_AT (v, is ("all") ? 20 : 10) = k;
  if (k != 1)
    ERBIUM_AT (v, 20) = k;
  if (k != 2)
    ERBIUM_AT (v, is ("all") ? 20 : 30) = k;
  erbium_commit (v, LENGTH);
}

ERBIUM_PROCESS (writes, ERBIUM_RECORD (int), ERBIUM_RECORD (int), int);
void
writes (ERBIUM_RECORD (int) r, ERBIUM_RECORD (int) other, int k)
{
  char name[8];
  snprintf (name, sizeof name, "p%d", k);
  erbium_name_process (name);
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, k);
  erbium_alloc (v, HORIZON);
  take_time (k);
  if (is ("waits") && k == 3)
    {
      ERBIUM_VIEW (int) u = erbium_new_read_view (other);
      erbium_register (u, 1);
      erbium_alloc (u, 1);
      erbium_update (u, 1);
    }
  write_some (v, k);
  if (is ("ended") || is ("few"))
    return;
  for (int i = LENGTH; i < 10 * LENGTH && !is ("ends"); i += LENGTH)
    {
      erbium_stall (v, i + LENGTH);
      ERBIUM_AT (v, i + k) = k;
      erbium_commit (v, i + LENGTH);
    }
}

int
main (int argc, char **argv)
{
  how = argc > 1 ? argv[1] : "";
  /* Before the next line nothing else is made. */
  ERBIUM_RECORD (int) r = erbium_new_record (int, is ("ends") ? 4 : 3, 1), other = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  if (is ("ends")) /* before all else, so the stream has nothing */
    {
      ERBIUM_VIEW (int) none = erbium_new_write_view (r);
      erbium_register (none, 4);
      erbium_free_view (none, ERBIUM_TERMINATE);
    }
  for (int k = is ("nobody") ? 2 : 1; k <= 3; k++)
    ERBIUM_RUN (writes, r, other, k);
  if (is ("nobody"))
    erbium_free_view (v, ERBIUM_TERMINATE);
  if (is ("few"))
    {
      expect_equal (erbium_update (v, 5), 5);
      erbium_free_view (v, ERBIUM_TERMINATE);
    }
  for (int i = 0; !is ("nobody") && !is ("few") && erbium_update (v, i + 1) > i; i++)
    {
      expect_equal (ERBIUM_AT (v, i), 0);
      erbium_release (v, i + 1);
    }
  erbium_join_all ();
  puts ("all seen");
}
