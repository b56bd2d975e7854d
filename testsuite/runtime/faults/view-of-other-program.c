/* SPDX-License-Identifier: MIT */
/* Records and views belong to one program. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
// RUN: %exits 120 %t use | FileCheck --check-prefix=USE %s
#include "test.h"

int
main (int argc, char **argv)
{
  (void) argv;
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_program_enter (erbium_program_new ());
  if (argc > 1)
    erbium_register (v, 1);
  // USE: view-of-other-program.c:[[#@LINE-1]]: error: register: read view 1 (unregistered) of record 1 ({{.*}}) is of the default program, the caller is in program 1 ({{.*}}view-of-other-program.c:[[#@LINE-3]]), in process 'main'
  // USE: note: enter its program, or make a view in this one
  erbium_new_read_view (r);
  // CHECK: view-of-other-program.c:[[#@LINE-1]]: error: new_read_view: record 1 ({{.*}}) is of the default program, the caller is in program 1 ({{.*}}view-of-other-program.c:[[#@LINE-6]]), in process 'main'
  // CHECK: note: enter its program, or run a process of it
}
