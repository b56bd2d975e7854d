/* SPDX-License-Identifier: MIT */
/* With the level `all', each publication is an event.  With few events a second, a part of the time
 * is left out, and said to be; slices nest nevertheless. */
// RUN: %build
// RUN: env ERBIUM_TASK=thread ERBIUM_TRACE=%t.all ERBIUM_TRACE_LEVEL=all ERBIUM_TRACE_RATE=0 %t 20 && python3 %S/inputs/packets.py %t.all > %t.all.txt
// RUN: grep -c 'instant send (2): state commit numbers record=1 id=1 index=' %t.all.txt | FileCheck --check-prefix=NUMBER %s
// RUN: grep -c 'instant main (1): state release numbers record=1 id=1 index=' %t.all.txt | FileCheck --check-prefix=NUMBER %s
// NUMBER: {{^}}20{{$}}
// RUN: not grep -e error -e 'not traced' %t.all.txt
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 ERBIUM_TRACE=%t.few ERBIUM_TRACE_RATE=1000 %t 300000 && python3 %S/inputs/packets.py %t.few > %t.few.txt
// RUN: FileCheck --check-prefix=FEW %s < %t.few.txt
// FEW-NOT: error
// FEW: begin network: network not traced in detail
// FEW-NOT: error
// FEW: end network:
// FEW-NOT: error
#include "test.h"

ERBIUM_PROCESS (send, ERBIUM_VIEW (int), int);
void
send (ERBIUM_VIEW (int) w, int n)
{
  for (int i = 1; i <= n; i++)
    {
      erbium_stall (w, i);
      erbium_commit (w, i);
    }
}

/* One element at a time, so that each is a switch. */
int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 1;
  struct ends e = both_ends (1);
  erbium_name_record (e.record, "numbers");
  ERBIUM_RUN (send, e.out, n);
  for (int i = 1; i <= n; i++)
    {
      expect_equal (erbium_update (e.in, i), i);
      erbium_release (e.in, i);
    }
  erbium_join_all ();
}
