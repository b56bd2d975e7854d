/* SPDX-License-Identifier: MIT */
/* Spaces are asked for in the environment or by erbium_set, before the first record; one that asks later, or
 * runs a process where there can be none, is told so.  Statistics are those of all processes. */
// UNSUPPORTED: thread
// RUN: %build
// RUN: %timed %t set | FileCheck --check-prefix=SET %s
// SET: private, 10 read
// RUN: not %timed %t late 2>&1 | FileCheck --check-prefix=LATE %s
// LATE: erbium: error: erbium_set: TASK cannot become space: a record of the program has been made; set it before, or ERBIUM_TASK in the environment
// RUN: env ERBIUM_TASK=space %status 120 %timed %t beside 2>&1 | FileCheck --check-prefix=BESIDE %s
// BESIDE: error: run: this is a thread beside that of the space, which has one control flow
// RUN: env ERBIUM_TASK=space ERBIUM_STATS=1 %timed %t stats 2>&1 | FileCheck --check-prefix=STATS %s
// STATS: {{^}}main 1 10 0
// STATS: {{^}}ten 2 0 10
#include <pthread.h>
#include "test.h"

static volatile bool touched;

ERBIUM_PROCESS (ten, ERBIUM_RECORD (int));
void
ten (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 10);
  touched = true;
  erbium_stall (v, 10);
  erbium_commit (v, 10);
}

static int
read_all (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  int i = 0;
  erbium_register (v, 1);
  erbium_alloc (v, 10);
  ERBIUM_RUN (ten, r);
  for (; erbium_update (v, i + 1) > i; i++)
    erbium_release (v, i + 1);
  erbium_join_all ();
  return i;
}

static void *
run_beside (void *unused)
{
  ERBIUM_RUN (ten, erbium_new_record (int, 1, 1));
  return unused;
}

int
main (int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "";
  if (strcmp (how, "late") == 0)
    {
      erbium_new_record (int, 1, 1);
      return erbium_set ("TASK", "space") == 0 ? 0 : 1;
    }
  if (strcmp (how, "set") == 0)
    expect_equal (erbium_set ("TASK", "space"), 0);
  if (strcmp (how, "beside") == 0)
    {
      pthread_t t;
      erbium_name_process ("first");
      pthread_create (&t, NULL, run_beside, NULL);
      pthread_join (t, NULL);
    }
  int n = read_all ();
  printf ("%s, %d read\n", touched ? "shared" : "private", n);
}
