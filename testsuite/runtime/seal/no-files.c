/* SPDX-License-Identifier: MIT */
/* A process that is a space needs open files for its output: where there are none left, the advice is about them. */
// RUN: %build
// RUN: %status 122 env ERBIUM_SEAL=1 ERBIUM_TASK=space sh -c 'ulimit -n 16; exec "$0"' %t 2>&1 | FileCheck %s
// CHECK: no-files.c:[[#@LINE+16]]: error: run: process 'waits' cannot be started beside {{[0-9]+}} others: Too many open files
// CHECK-NEXT: no-files.c:[[#@LINE+15]]: note: raise the limit on open files (ulimit -n), or have fewer processes at a time
#include "test.h"

ERBIUM_PROCESS (waits, ERBIUM_RECORD (int));
void
waits (ERBIUM_RECORD (int) r)
{
  (void) r;
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  for (int n = 0; n < 20; n++)
    ERBIUM_RUN (waits, r);
}
