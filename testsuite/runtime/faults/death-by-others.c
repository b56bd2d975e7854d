/* SPDX-License-Identifier: MIT */
/* The other signals that a process can bring upon itself are told likewise. */
// RUN: %build
// RUN: %exits 133 --only default,fiber %t SIGTRAP | FileCheck -DWHAT="SIGTRAP, a trap" %s
// RUN: %exits 159 --only default,fiber %t SIGSYS | FileCheck -DWHAT="SIGSYS, a system call that is not allowed" %s
// RUN: %exits 153 --only default,fiber %t SIGXFSZ | FileCheck -DWHAT="SIGXFSZ, a write beyond the largest size of a file (ulimit -f)" %s
// CHECK: death-by-others.c:[[#]]: error: process 'victim' died of [[WHAT]]; its last recorded primitive is stall, here
#include <signal.h>
#include "test.h"

static int number;

ERBIUM_PROCESS (victim, ERBIUM_RECORD (int));
void
victim (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  erbium_stall (v, 1);
  raise (number);
}

int
main (int argc, char **argv)
{
  expect (argc == 2);
  number = strcmp (argv[1], "SIGTRAP") == 0 ? SIGTRAP
           : strcmp (argv[1], "SIGSYS") == 0 ? SIGSYS : SIGXFSZ;
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  ERBIUM_RUN (victim, r);
  erbium_update (v, 2);
}
