/* SPDX-License-Identifier: MIT */
/* Producers that are spaces and share a record: what they write apart is merged, zeros too, also where
 * something else stood there a window before; an element that two of
 * them have written is an error in each run, whichever comes first, with the same words. */
// UNSUPPORTED: thread
// RUN: %build
// RUN: env ERBIUM_TASK=space %timed %t apart | FileCheck --check-prefix=APART %s
// RUN: env ERBIUM_TASK=space ERBIUM_WINDOW=4096 %timed %t apart | FileCheck --check-prefix=APART %s
// APART: all seen
// RUN: env ERBIUM_TASK=space %status 120 %timed %t both 2>&1 | FileCheck --check-prefix=BOTH %s
// RUN: env ERBIUM_TASK=space %status 120 %timed %t both late 2>&1 | FileCheck --check-prefix=BOTH %s
// BOTH: two-producers.c:[[#@LINE+50]]: error: element 77 of record 1 ({{.*}}) was written by process 'first' (write id 1) and by process 'second' (write id 2)
// BOTH-NEXT: note: each element has one producer: the others commit past it
// BOTH-NOT: error
#include "test.h"

enum { LENGTH = 5000, BLOCK = 100 };

static bool both, late;

static int
value (int k)
{
  return k % 3 ? k + 1 : 0;
}

/* One block in two, and 77 if both are to write it. */
static void
blocks (ERBIUM_RECORD (int) r, int id)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_name_process (id == 1 ? "first" : "second");
  erbium_register (v, id);
  erbium_alloc (v, 10 * BLOCK);
  if (late && id == 1)
    usleep (20000);
  for (int i = 0; i < LENGTH; i += BLOCK)
    {
      erbium_stall (v, i + BLOCK);
      if (i / BLOCK % 2 == id - 1)
        for (int k = i; k < i + BLOCK; k++)
          ERBIUM_AT (v, k) = value (k);
      if (both && i == 0)
        ERBIUM_AT (v, 77) = 78; /* the same value: that is no excuse */
      erbium_commit (v, i + BLOCK);
    }
}

ERBIUM_PROCESS (writes, ERBIUM_RECORD (int), int);
void
writes (ERBIUM_RECORD (int) r, int id)
{
  blocks (r, id);
}

int
main (int argc, char **argv)
{
  both = argc > 1 && strcmp (argv[1], "both") == 0;
  late = argc > 2;
  /* Before the next line nothing else is made. */
  ERBIUM_RECORD (int) r = erbium_new_record (int, 2, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, BLOCK);
  ERBIUM_RUN (writes, r, 1);
  ERBIUM_RUN (writes, r, 2);
  for (int i = 0; erbium_update (v, i + 1) > i; i++)
    {
      expect_equal (ERBIUM_AT (v, i), value (i));
      erbium_release (v, i + 1);
    }
  puts ("all seen");
}
