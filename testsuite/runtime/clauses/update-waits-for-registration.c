/* SPDX-License-Identifier: MIT */
/* new_record (wreg, rreg): update waits for write views with ids 1..wreg to
 * have registered. */
// RUN: %build
// RUN: %run %t 2
// RUN: %exits 121 %t 1 | FileCheck %s
// CHECK: deadlock: every process waits
// CHECK: process 'main' waits in update of read view 1 (id 1) {{.*}} for commit index 1 of all its producers; nobody has registered write id 2
#include "test.h"

static SHARED atomic_long registered;

ERBIUM_PROCESS (produce, ERBIUM_RECORD (int), int);
void
produce (ERBIUM_RECORD (int) r, int id)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  uint64_t seed = (uint64_t) id;
  for (int n = 0; n < 5; n++)
    dither (&seed);
  atomic_fetch_add_explicit (&registered, 1, memory_order_relaxed);
  erbium_register (v, id);
  erbium_commit (v, 10);
  erbium_free_view (v, ERBIUM_TERMINATE);
}

int
main (int argc, char **argv)
{
  (void) argc;
  int producers = atoi (argv[1]);
  for (int n = rounds (200); n > 0; n--)
    {
      ERBIUM_RECORD (int) r = erbium_new_record (int, 2, 1);
      ERBIUM_VIEW (int) v = erbium_new_read_view (r);
      tell (&registered, 0);
      erbium_register (v, 1);
      erbium_alloc (v, 10);
      for (int id = 1; id <= producers; id++)
        ERBIUM_RUN (produce, r, id);
      expect_equal (erbium_update (v, 1), 1);
      expect_equal (told (&registered), 2);
      erbium_free_view (v, ERBIUM_TERMINATE);
    }
}
