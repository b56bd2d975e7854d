/* SPDX-License-Identifier: MIT */
/* ERBIUM_STATS=1 prints when a program ran its first process, when that committed its first
 * element, and when the last process ended.  The process sleeps before and after its commit. */
// RUN: %build
// RUN: env ERBIUM_STATS=1 ERBIUM_TASK=thread %t 2>&1 | awk -f %S/inputs/times.awk
// RUN: env ERBIUM_STATS=1 ERBIUM_TASK=fiber %t 2>&1 | awk -f %S/inputs/times.awk
// RUN: env ERBIUM_STATS=1 ERBIUM_TASK=space %t 2>&1 | awk -f %S/inputs/times.awk
// RUN: %t 2>&1 | FileCheck --allow-empty --check-prefix=OFF %s
// OFF-NOT: began
#include "test.h"

#include <unistd.h>

ERBIUM_PROCESS (late, ERBIUM_RECORD (int));
void
late (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  erbium_stall (v, 1);
  usleep (20000);
  ERBIUM_AT (v, 0) = 1;
  erbium_commit (v, 1);
  usleep (10000);
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  erbium_join (ERBIUM_RUN (late, r));
  usleep (5000);
  return erbium_update (in, 1) == 1 ? 0 : 1;
}
