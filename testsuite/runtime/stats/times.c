/* SPDX-License-Identifier: MIT */
/* ERBIUM_STATS=1 prints when a program ran its first process, when that committed its first
 * element, when the last input came, and when the last process ended.  The first process sleeps
 * before its commit, which is the input.  The second one reads it, sleeps, and passes it on. */
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
}

ERBIUM_PROCESS (pass, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
pass (ERBIUM_RECORD (int) from, ERBIUM_RECORD (int) to)
{
  ERBIUM_VIEW (int) in = erbium_new_read_view (from), out = erbium_new_write_view (to);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, 1);
  erbium_alloc (out, 1);
  erbium_update (in, 1);
  usleep (20000);
  erbium_stall (out, 1);
  ERBIUM_AT (out, 0) = ERBIUM_AT (in, 0);
  erbium_commit (out, 1);
}

int
main (void)
{
  ERBIUM_RECORD (int) from = erbium_new_record (int, 1, 1), r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  ERBIUM_RUN (late, from);
  erbium_join (ERBIUM_RUN (pass, from, r));
  usleep (5000);
  return erbium_update (in, 1) == 1 ? 0 : 1;
}
