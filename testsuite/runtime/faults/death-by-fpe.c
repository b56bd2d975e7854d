/* SPDX-License-Identifier: MIT */
/* A process that dies of a signal ends the program with its name and cause,
 * by that signal: others do not wait for it. */
// RUN: %build
// RUN: %exits 136 --each %s %t
// CHECK: death-by-fpe.c:[[#]]: error: process 'victim' died of SIGFPE, an arithmetic error; its last recorded primitive is
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
  raise (SIGFPE);
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
