/* SPDX-License-Identifier: MIT */
/* Nothing is said on stderr that depends on the schedule, unless it is asked for: neither which horizons have grown
 * (ERBIUM_VERBOSE=2), nor that some wait for each other while others go on, for longer than it takes to tell. */
// RUN: %build
// RUN: %sealed --status 121 ERBIUM_TASK=space %t | FileCheck %s
// RUN: %status 121 env ERBIUM_SEAL=1 ERBIUM_TASK=space ERBIUM_VERBOSE=2 %t 2>&1 | FileCheck %s --check-prefix=ASKED
// RUN: %status 121 env ERBIUM_TASK=space %t 2>&1 | FileCheck %s --check-prefix=UNSEALED
// CHECK-NOT: {{warning|note: artificial}}
// CHECK: works
// CHECK: {{^}}joined
// CHECK-NOT: warning
// ASKED: note: artificial deadlock: the horizon of write view
// UNSEALED: remarks.c:[[#]]: warning: these processes wait for each other and never go on:
#include "test.h"

enum { LONG = 100 };

/* First the one, then the other, which is read first. */
ERBIUM_PROCESS (sends, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
sends (ERBIUM_RECORD (int) first, ERBIUM_RECORD (int) second)
{
  ERBIUM_RECORD (int) r[] = { first, second };
  ERBIUM_VIEW (int) v[2];
  for (int k = 0; k < 2; k++)
    {
      v[k] = erbium_new_write_view (r[k]);
      erbium_register (v[k], 1);
      erbium_alloc (v[k], 4);
    }
  for (int k = 0; k < 2; k++)
    for (int n = 0; n < LONG; n++)
      {
        erbium_stall (v[k], n + 1);
        ERBIUM_AT (v[k], n) = n;
        erbium_commit (v[k], n + 1);
      }
}

ERBIUM_PROCESS (waits, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
waits (ERBIUM_RECORD (int) in, ERBIUM_RECORD (int) out)
{
  ERBIUM_VIEW (int) u = erbium_new_read_view (in), v = erbium_new_write_view (out);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  erbium_register (u, 1);
  erbium_alloc (u, 1);
  erbium_update (u, 1);
}

/* Turns, as the clock of a sealed program stands still. */
ERBIUM_PROCESS (works, long);
void
works (long turns)
{
  for (volatile long n = 0; n < turns; n++)
    ;
  puts ("works");
}

static void
receive (void)
{
  ERBIUM_RECORD (int) r[] = { erbium_new_record (int, 1, 1), erbium_new_record (int, 1, 1) };
  ERBIUM_VIEW (int) u[2];
  ERBIUM_RUN (sends, r[0], r[1]);
  for (int k = 0; k < 2; k++)
    {
      u[k] = erbium_new_read_view (r[k]);
      erbium_register (u[k], 1);
      erbium_alloc (u[k], 1);
    }
  for (int n = 0; n < LONG; n++)
    for (int k = 1; k >= 0; k--)
      {
        erbium_update (u[k], n + 1);
        expect_equal (ERBIUM_AT (u[k], n), n);
        erbium_release (u[k], n + 1);
      }
}

int
main (void)
{
  ERBIUM_RECORD (int) a = erbium_new_record (int, 1, 1), b = erbium_new_record (int, 1, 1);
  receive ();
  ERBIUM_RUN (waits, a, b);
  ERBIUM_RUN (waits, b, a);
  erbium_join (ERBIUM_RUN (works, 1000000000));
  puts ("joined");
  fflush (stdout);
  erbium_join_all ();
}
