/* SPDX-License-Identifier: MIT */
/* The paths of hot.h do not look whether a view is NULL.  The program dies, and the
 * message says of what, and how to find the line. */
// UNSUPPORTED: undefined
// RUN: %build
// RUN: %exits 139 %t commit | FileCheck '-DWHO=commit or stall' %s
// RUN: %exits 139 %t update | FileCheck '-DWHO=update' %s
// RUN: %exits 139 %t release | FileCheck '-DWHO=release' %s
// RUN: %exits 139 %t stall | FileCheck '-DWHO=commit or stall' %s
// RUN: %exits 139 %t read | FileCheck '-DWHO=an access to an element' %s
// RUN: %exits 139 %t write | FileCheck '-DWHO=an access to an element' %s
// RUN: %exits 139 %t stall-wide | FileCheck -DWHO=stall %s
// CHECK: error: process 'main' died of SIGSEGV, an access to memory that is not there, as where [[WHO]] finds a view that is NULL
// CHECK-NEXT: note: if it was a view, make it with new_read_view or new_write_view first (addr2line -ie {{.*}} 0x{{.*}} names the line)
// RUN: %exits 139 %t commit | sed -n 's/.*(\(addr2line .*\) names the line).*/\1/p' > %t.sh
// RUN: sh %t.sh | FileCheck --check-prefix=LINE %s
#include "test.h"

static ERBIUM_VIEW (int) volatile nothing;

int
main (int argc, char **argv)
{
  ERBIUM_VIEW (int) v = nothing;
  expect (argc == 2);
  erbium_new_record (int, 1, 1); /* the runtime is there */
  if (strcmp (argv[1], "commit") == 0)
    erbium_commit (v, 1);
  // LINE: null-view-near.c:[[#@LINE-1]]
  else if (strcmp (argv[1], "update") == 0)
    erbium_update (v, 1);
  else if (strcmp (argv[1], "release") == 0)
    erbium_release (v, 1);
  else if (strcmp (argv[1], "stall") == 0)
    erbium_stall (v, 1); /* an index of 32 bits is taken against that of commits */
  else if (strcmp (argv[1], "stall-wide") == 0)
    erbium_stall (v, 1L);
  else if (strcmp (argv[1], "read") == 0)
    return ERBIUM_AT (v, 0);
  else
    ERBIUM_AT (v, 0) = 1;
}
