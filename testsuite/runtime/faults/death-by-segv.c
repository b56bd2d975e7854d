/* SPDX-License-Identifier: MIT */
/* A process that dies of a signal ends the program with its name and cause,
 * by that signal: others do not wait for it. */
// RUN: %build
// RUN: %exits 139 --each %s %t
// CHECK: death-by-segv.c:[[#]]: error: process 'victim' died of SIGSEGV, an access to memory that is not there; its last recorded primitive is
// CHECK-NEXT: erbium: note: addr2line -ie {{.*}}death-by-segv.c.tmp{{(.partition)?}} 0x{{[0-9a-f]+}} names the line
#include <signal.h>
#include "test.h"

ERBIUM_PROCESS (victim, ERBIUM_RECORD (int));
void
victim (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  erbium_stall (v, 1);
  erbium_commit (v, 1);
  int *volatile nowhere = (int *) 8;
  *nowhere = 1;
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  ERBIUM_RUN (victim, r);
  erbium_update (v, 2);
}
