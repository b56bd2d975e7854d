/* SPDX-License-Identifier: MIT */
/* Where a process that is a space ends the program, by exit, an error or its death, what those have printed comes out that
 * were joined before, and what it has printed itself; of others, which it ends somewhere on their way, nothing.  Where
 * all wait for each other, all that they have printed comes, whoever tells it. */
// RUN: %build
// RUN: %sealed --status 3 ERBIUM_TASK=space %t exit | FileCheck %s --check-prefixes=ALL,ENDS
// RUN: %sealed --status 120 ERBIUM_TASK=space %t error | FileCheck %s --check-prefixes=ALL,ENDS,ERROR
// RUN: %sealed --status 119 ERBIUM_TASK=space %t dies | FileCheck %s --check-prefixes=ALL,ENDS,DIES
// RUN: %status 119 env ERBIUM_SEAL=1 ERBIUM_TASK=space %t awaited 2>&1 | FileCheck %s --check-prefixes=ALL,ENDS,AWAITED
// RUN: %sealed --status 121 ERBIUM_TASK=space sh -c 'exec "$0" deadlock 2> /dev/null' %t | FileCheck %s --check-prefixes=ALL,DEADLOCK
// ALL: early 0
// ALL: early 99
// ALL-NEXT: main
// ENDS-NOT: busy
// ENDS-NEXT: last
// ERROR-NEXT: program-ends.c:[[#]]: error: register: {{.*}} already has id 1, in process 'last'
// DIES-NEXT: program-ends.c:[[#]]: error: join: process 'last' (run at {{.*}}) has called exit or exec (status 5) instead of returning, in process 'main'
// AWAITED-NEXT: program-ends.c:[[#]]: error: {{.*}}: process 'last' (run at {{.*}}) has called exit or exec (status 5) instead of returning
// ENDS-NOT: busy
// ENDS-NOT: reader reads
// DEADLOCK-NEXT: sent 1
// DEADLOCK-NEXT: got 1
// DEADLOCK-NEXT: sent 1
// DEADLOCK-NEXT: runs
// DEADLOCK-NEXT: sent 2
// DEADLOCK-NEXT: got 2
// DEADLOCK-NEXT: sent 2
// DEADLOCK-NOT: {{.}}
#include <string.h>
#include "test.h"

ERBIUM_PROCESS (early, int);
void
early (int lines)
{
  for (int n = 0; n < lines; n++)
    printf ("early %d\n", n);
}

/* Until it is killed. */
ERBIUM_PROCESS (busy, int);
void
busy (int work)
{
  for (int n = 0;; n++)
    {
      for (volatile int i = 0; i < work; i++)
        ;
      printf ("busy %d\n", n);
      fflush (stdout);
    }
}

ERBIUM_PROCESS (last, ERBIUM_RECORD (int), const char *);
void
last (ERBIUM_RECORD (int) r, const char *how)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  puts ("last");
  for (volatile int i = 0; i < 3000000; i++)
    ;
  if (strcmp (how, "exit") == 0)
    exit (3);
  if (strcmp (how, "error") == 0)
    erbium_register (v, 1);
  fflush (stdout);
  _exit (5);
}

ERBIUM_PROCESS (reader, ERBIUM_RECORD (int));
void
reader (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  erbium_update (v, 1);
  puts ("reader reads");
}

/* Sends, then gets, and keeps the second for itself. */
ERBIUM_PROCESS (turns, ERBIUM_RECORD (int), ERBIUM_RECORD (int), int);
void
turns (ERBIUM_RECORD (int) in, ERBIUM_RECORD (int) out, int number)
{
  ERBIUM_VIEW (int) u = erbium_new_read_view (in), v = erbium_new_write_view (out);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  erbium_register (u, 1);
  erbium_alloc (u, 1);
  for (int n = 1; n <= 2; n++)
    {
      erbium_stall (v, n);
      erbium_commit (v, 1);
      printf ("sent %d\n", number);
      erbium_update (u, n);
      erbium_release (u, n);
      printf ("got %d\n", number);
    }
}

ERBIUM_PROCESS (runs, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
runs (ERBIUM_RECORD (int) in, ERBIUM_RECORD (int) out)
{
  puts ("runs");
  ERBIUM_RUN (turns, in, out, 2);
  erbium_join_all ();
}

int
main (int argc, char **argv)
{
  const char *how = argv[argc - 1];
  ERBIUM_RECORD (int) a = erbium_new_record (int, 1, 1), b = erbium_new_record (int, 1, 1);
  erbium_join (ERBIUM_RUN (early, 100));
  puts ("main");
  if (strcmp (how, "deadlock") == 0)
    {
      ERBIUM_RUN (turns, a, b, 1);
      ERBIUM_RUN (runs, b, a);
      erbium_join_all ();
    }
  ERBIUM_RUN (busy, 100000);
  erbium_process p = ERBIUM_RUN (last, a, how);
  if (strcmp (how, "awaited") == 0)
    p = ERBIUM_RUN (reader, a);
  erbium_join (p);
  puts ("never");
}
