/* SPDX-License-Identifier: MIT */
/* What a trace has can be read after each kind of end: a fault, a signal that kills, a full disk, a
 * limit, a file that cannot be written. */
// UNSUPPORTED: sanitizer
// RUN: %build
// RUN: %status 120 env ERBIUM_TRACE=%t.fault %t fault 2>/dev/null; python3 %S/inputs/packets.py %t.fault lenient | FileCheck %s
// RUN: sh -c 'env ERBIUM_TRACE=%t.segv %t segv' 2>/dev/null; python3 %S/inputs/packets.py %t.segv lenient | FileCheck %s
// RUN: sh -c 'env ERBIUM_TRACE=%t.kill %t kill' 2>/dev/null; python3 %S/inputs/packets.py %t.kill lenient | FileCheck %s
// RUN: env ERBIUM_TRACE=/dev/full %t 2>&1 | FileCheck --check-prefix=FULL %s
// RUN: not env ERBIUM_TRACE=%t.no/such/folder %t 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: env ERBIUM_TRACE=%t.small ERBIUM_TRACE_SIZE=1 ERBIUM_TRACE_RATE=0 %t many 2>&1 | FileCheck --check-prefix=SMALL %s
// RUN: python3 %S/inputs/packets.py %t.small lenient | FileCheck %s
// RUN: env ERBIUM_TRACE=%t.two %t child 2>&1 | FileCheck --check-prefix=TWO %s
// RUN: not env ERBIUM_TRACE_LEVEL=most %t 2>&1 | FileCheck --check-prefix=LEVEL %s
// RUN: not env ERBIUM_TRACE_SIZE=0 %t 2>&1 | FileCheck --check-prefix=SIZE %s
// RUN: not env ERBIUM_TRACE_RATE=-1 %t 2>&1 | FileCheck --check-prefix=RATE %s
// RUN: not %t set 2>&1 | FileCheck --check-prefix=LATE %s
// CHECK-NOT: error
// CHECK: instant network: network process process=1 parent=0 name=main
// CHECK: instant network: network takes id process=1 record=1 side=1
// FULL: erbium: warning: the trace '/dev/full' ends after 0 bytes: No space left on device; what it has can be read
// FULL: done
// NONE: erbium: error: ERBIUM_TRACE: cannot write '{{.*}}.no/such/folder': No such file or directory
// NONE-NOT: done
// SMALL: erbium: warning: the trace '{{.*}}.small' ends after 1[[#]] bytes: ERBIUM_TRACE_SIZE allows no more; what it has can be read
// SMALL: done
// TWO: erbium: error: ERBIUM_TRACE: cannot write '{{.*}}.two': another program is writing it
// TWO-NEXT: erbium: note: '%p' in the name stands for the number of the process: ERBIUM_TRACE=trace.%p
// TWO: child: 123
// LEVEL: erbium: error: ERBIUM_TRACE_LEVEL is 'most'; expected waits, switches or all
// SIZE: erbium: error: ERBIUM_TRACE_SIZE is '0'; expected MiB, 1 to 1048576
// RATE: erbium: error: ERBIUM_TRACE_RATE is '-1'; expected events a second, 1 to 1000000000, or 0 for all
// LATE: erbium: error: erbium_set: TRACE is too late here; set ERBIUM_TRACE in the environment
#include <signal.h>
#include <sys/wait.h>
#include "test.h"

/* Many waits of few elements, one after the other. */
ERBIUM_PROCESS (echo, ERBIUM_VIEW (int), ERBIUM_VIEW (int), int);
void
echo (ERBIUM_VIEW (int) in, ERBIUM_VIEW (int) out, int n)
{
  for (int i = 1; i <= n; i++)
    {
      erbium_stall (out, i);
      erbium_commit (out, i);
      erbium_update (in, i);
      erbium_release (in, i);
    }
}

static void
exchange (int n)
{
  struct ends a = both_ends (1), b = both_ends (1);
  ERBIUM_RUN (echo, a.in, b.out, n);
  ERBIUM_RUN (echo, b.in, a.out, n);
  erbium_join_all ();
}

int
main (int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "";
  if (strcmp (how, "again") == 0)
    {
      erbium_join_all ();
      return 0;
    }
  if (strcmp (how, "set") == 0)
    return -erbium_set ("TRACE", "x");
  struct ends e = both_ends (10);
  if (strcmp (how, "fault") == 0)
    erbium_commit (e.in, 1);
  if (strcmp (how, "segv") == 0)
    raise (SIGSEGV);
  if (strcmp (how, "many") == 0)
    exchange (20000);
  if (strcmp (how, "child") == 0)
    {
      char again[4096];
      snprintf (again, sizeof again, "%s again", argv[0]);
      fprintf (stderr, "child: %d\n", WEXITSTATUS (system (again)));
    }
  if (strcmp (how, "kill") == 0)
    {
      usleep (200000); /* rounds of the writer follow each other in 10 ms */
      raise (SIGKILL);
    }
  usleep (50000);
  fputs ("done\n", stderr);
}
