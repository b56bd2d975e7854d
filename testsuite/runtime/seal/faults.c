/* SPDX-License-Identifier: MIT */
/* Where a process that is a space makes an error, or the one that it runs, what they have printed, and why the program
 * ends, comes out though nobody joins them any more. */
// RUN: %build
// RUN: %sealed --status 120 ERBIUM_TASK=space %t 1 | FileCheck %s
// RUN: %sealed --status 120 ERBIUM_TASK=space %t 2 | FileCheck %s
// CHECK: begins
// CHECK: error: register: {{.*}} already has id 1, in process 'fails'
// CHECK-NOT: never
#include "test.h"

ERBIUM_PROCESS (fails, ERBIUM_RECORD (int));
void
fails (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  puts ("begins");
  erbium_register (v, 1);
}

ERBIUM_PROCESS (runs, ERBIUM_RECORD (int));
void
runs (ERBIUM_RECORD (int) r)
{
  erbium_join (ERBIUM_RUN (fails, r));
}

int
main (int argc, char **argv)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  if (argc > 1 && atoi (argv[1]) == 2)
    ERBIUM_RUN (runs, r);
  else
    ERBIUM_RUN (fails, r);
  erbium_join_all ();
  puts ("never");
}
