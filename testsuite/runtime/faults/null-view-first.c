/* SPDX-License-Identifier: MIT */
/* A view that is NULL is told also where it is the first thing that a program does with
 * Erbium. */
// UNSUPPORTED: undefined
// RUN: %build
// RUN: %exits 139 %t commit | FileCheck '-DWHO=commit or stall' %s
// RUN: %exits 139 %t update | FileCheck '-DWHO=update' %s
// RUN: %exits 139 %t element | FileCheck '-DWHO=an access to an element' %s
// CHECK: error: a thread that is no process yet died of SIGSEGV, an access to memory that is not there, as where [[WHO]] finds a view that is NULL
// CHECK-NEXT: note: if it was a view, make it with new_read_view or new_write_view first (addr2line -ie {{.*}} 0x{{.*}} names the line)
// RUN: %exits 139 %t other | FileCheck --allow-empty --check-prefix=OTHER %s
// OTHER-NOT: NULL
#include "test.h"

static ERBIUM_VIEW (int) volatile nothing;
static int *volatile nowhere = (int *) 0x10000000;

int
main (int argc, char **argv)
{
  ERBIUM_VIEW (int) v = nothing;
  expect (argc == 2);
  if (strcmp (argv[1], "commit") == 0)
    erbium_commit (v, 1);
  else if (strcmp (argv[1], "update") == 0)
    erbium_update (v, 1);
  else if (strcmp (argv[1], "element") == 0)
    ERBIUM_AT (v, 0) = 1;
  else
    *nowhere = 1; /* has nothing to do with a view */
}
