/* SPDX-License-Identifier: MIT */
/* new_record (wreg, rreg): stall waits for read views with ids 1..rreg to have
 * registered, also where its horizon would have room. */
// RUN: %build
// RUN: %run %t 2
// RUN: %exits 121 %t 1 | FileCheck %s
// CHECK: deadlock: every process waits
// CHECK: process 'main' waits in stall of write view 1 (id 1) {{.*}}; nobody has registered read id 2
#include "test.h"

static SHARED atomic_long registered;

ERBIUM_PROCESS (consume, ERBIUM_RECORD (int), int);
void
consume (ERBIUM_RECORD (int) r, int id)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  uint64_t seed = (uint64_t) id;
  for (int n = 0; n < 5; n++)
    dither (&seed);
  atomic_fetch_add_explicit (&registered, 1, memory_order_relaxed);
  erbium_register (v, id);
  erbium_alloc (v, 1);
  expect_equal (erbium_update (v, 1), 1);
}

int
main (int argc, char **argv)
{
  (void) argc;
  int consumers = atoi (argv[1]);
  for (int n = rounds (200); n > 0; n--)
    {
      ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 2);
      ERBIUM_VIEW (int) v = erbium_new_write_view (r);
      tell (&registered, 0);
      erbium_register (v, 1);
      erbium_alloc (v, 100);
      for (int id = 1; id <= consumers; id++)
        ERBIUM_RUN (consume, r, id);
      erbium_stall (v, 1);
      expect_equal (told (&registered), 2);
      ERBIUM_AT (v, 0) = 1;
      erbium_commit (v, 1);
      erbium_free_view (v, ERBIUM_TERMINATE);
    }
  erbium_join_all ();
}
