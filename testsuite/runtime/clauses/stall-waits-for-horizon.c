/* SPDX-License-Identifier: MIT */
/* stall (v, i) waits until i - h has been released, h the horizon of v:
 * exactly h elements can be ahead, however large the window is. */
// RUN: %build
// RUN: %run %t 2000 37
// RUN: env ERBIUM_GROW=0 %exits 121 --but own %t 2000 38 | FileCheck %s
// CHECK: artificial deadlock: every process waits
// CHECK: process 'main' waits in stall of write view {{.*}} for release index 1 of all its readers; process 'main' has release index 0
#include "test.h"

enum { MOST = 5 };
static SHARED atomic_long released;

ERBIUM_PROCESS (consume, ERBIUM_RECORD (int), int);
void
consume (ERBIUM_RECORD (int) r, int n)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  uint64_t seed = 5;
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  for (int i = 1; i <= n; i++)
    {
      erbium_update (v, i);
      tell (&released, i);
      erbium_release (v, i);
      dither (&seed);
    }
}

static void
wait_often (int horizon, int n)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  uint64_t seed = 6;
  tell (&released, 0);
  erbium_register (v, 1);
  erbium_alloc (v, horizon);
  erbium_process p = ERBIUM_RUN (consume, r, n);
  for (int i = 1; i <= n; i++)
    {
      erbium_stall (v, i);
      expect (own_windows () || told (&released) >= i - horizon);
      ERBIUM_AT (v, i - 1) = i;
      erbium_commit (v, i);
      dither (&seed);
    }
  erbium_free_view (v, ERBIUM_TERMINATE);
  erbium_join (p);
}

static void
wait_exactly (long i)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r), out = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, 1);
  erbium_alloc (out, 37);
  erbium_stall (out, i);
}

int
main (int argc, char **argv)
{
  (void) argc;
  for (int horizon = 1; horizon <= MOST; horizon++)
    wait_often (horizon, atoi (argv[1]));
  wait_exactly (atol (argv[2]));
}
