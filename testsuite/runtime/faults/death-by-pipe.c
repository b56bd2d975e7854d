/* SPDX-License-Identifier: MIT */
/* A process that writes where nobody reads any more dies of SIGPIPE, which is told.
 * Where that is the standard output, the program ends as filters do: silently. */
// RUN: %build
// RUN: %exits 141 --each %s %t
// CHECK: death-by-pipe.c:[[#]]: error: process 'victim' died of SIGPIPE, a write where nobody reads any more; its last recorded primitive is stall, here
// RUN: sh -c '("$0" out; echo "status $?" >&2) | true' %t 2>&1 | FileCheck --check-prefix=OUT %s
// OUT-NOT: {{.}}
// OUT: status 141
// OUT-NOT: {{.}}
#include <unistd.h>
#include "test.h"

static int broken;

ERBIUM_PROCESS (victim, ERBIUM_RECORD (int));
void
victim (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  erbium_stall (v, 1);
  while (write (broken, "x", 1) == 1)
    ;
}

int
main (int argc, char **argv)
{
  int ends[2];
  (void) argv;
  expect_equal (pipe (ends), 0);
  close (ends[0]);
  broken = argc > 1 ? STDOUT_FILENO : ends[1];
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  ERBIUM_RUN (victim, r);
  erbium_update (v, 2);
}
