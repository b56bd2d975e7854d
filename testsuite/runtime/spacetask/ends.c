/* SPDX-License-Identifier: MIT */
/* How a program of spaces ends before its time: with the status and the words of the process that
 * ended it, of whom only one speaks, whoever waits for whom. */
// UNSUPPORTED: thread
// RUN: %build
// RUN: env ERBIUM_TASK=space %status 7 %timed %t exit 2>&1 | FileCheck --check-prefix=EXIT %s
// EXIT: before
// EXIT-NEXT: goes
// EXIT-NOT: error
// RUN: env ERBIUM_TASK=space %status 120 %timed %t misuse 2>&1 | FileCheck --check-prefix=MISUSE %s
// MISUSE: ends.c:{{.*}}: error: register: {{.*}} asks for id 9, {{.*}}, in process 'deepest'
// MISUSE-NOT: error
// RUN: env ERBIUM_TASK=space %status 139 %timed %t segv 2>&1 | FileCheck --check-prefix=SEGV %s
// SEGV: error: process 'deepest' died of SIGSEGV
// SEGV-NOT: error
// RUN: env ERBIUM_TASK=space %status 119 %timed %t kill 2>&1 | FileCheck --check-prefix=KILL %s
// KILL: error: {{.*}}process 'deepest' (run at {{.*}}ends.c:{{.*}}) has died of SIGKILL (Killed)
// KILL-NEXT: note: find out what has killed it
// KILL-NOT: error
// RUN: env ERBIUM_TASK=space %status 3 %timed %t fault-exit 2>&1 | FileCheck --check-prefix=SEEN %s
// SEEN: seen: register
// RUN: env ERBIUM_TASK=space %status 121 %timed %t deadlock 2>&1 | FileCheck --check-prefix=DEADLOCK %s
// DEADLOCK: ends.c:{{.*}}: error: true deadlock: every process waits
// DEADLOCK-DAG: process 'deepest' {{.*}}waits in update
// DEADLOCK-DAG: process 'main' waits in update
// The same where main does not wait for anybody before it returns:
// RUN: env ERBIUM_TASK=space %status 7 %timed %t exit beside 2>&1 | FileCheck --check-prefix=GOES %s
// GOES: goes
// RUN: env ERBIUM_TASK=space %status 120 %timed %t misuse beside 2>&1 | FileCheck --check-prefix=MISUSE %s
// RUN: env ERBIUM_TASK=space %status 139 %timed %t segv beside 2>&1 | FileCheck --check-prefix=SEGV %s
#include <signal.h>
#include "test.h"

static const char *how;
static int *volatile nowhere = (int *) 8;

static void
see (const struct erbium_fault *f)
{
  fprintf (stderr, "seen: %s\n", f->primitive);
  exit (3);
}

ERBIUM_PROCESS (deepest, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
deepest (ERBIUM_RECORD (int) out, ERBIUM_RECORD (int) back)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (out);
  ERBIUM_VIEW (int) in = erbium_new_read_view (back);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  if (strcmp (how, "exit") == 0)
    {
      puts ("goes");
      exit (7);
    }
  if (strcmp (how, "misuse") == 0 || strcmp (how, "fault-exit") == 0)
    erbium_register (erbium_new_write_view (out), 9);
  if (strcmp (how, "segv") == 0)
    *nowhere = 0;
  if (strcmp (how, "kill") == 0)
    kill (getpid (), SIGKILL);
  erbium_update (in, 1);
}

/* It stays until those that it has run have ended. */
ERBIUM_PROCESS (between, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
between (ERBIUM_RECORD (int) out, ERBIUM_RECORD (int) back)
{
  ERBIUM_RUN (deepest, out, back);
}

int
main (int argc, char **argv)
{
  how = argc > 1 ? argv[1] : "";
  ERBIUM_RECORD (int) out = erbium_new_record (int, 1, 1), back = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (out), w = erbium_new_write_view (back);
  if (strcmp (how, "fault-exit") == 0)
    erbium_on_fault (see);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  erbium_register (w, 1);
  puts ("before");
  ERBIUM_RUN (between, out, back);
  if (argc > 2)
    return usleep (200000);
  erbium_update (v, 1);
  puts ("not reached");
}
