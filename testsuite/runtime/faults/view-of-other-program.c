/* SPDX-License-Identifier: MIT */
/* A record belongs to one program. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  erbium_program_enter (erbium_program_new ());
  erbium_new_read_view (r);
  // CHECK: view-of-other-program.c:[[#@LINE-1]]: error: new_read_view: record 1 ({{.*}}) is of another program, in process 'main'
  // CHECK: note: enter its program, or run a process of it
}
