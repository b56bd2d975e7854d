/* SPDX-License-Identifier: MIT */
/* 5.2: a producer may get a whole horizon ahead, whatever the window had at first, also
 * where horizons may not grow. */
// RUN: %build
// RUN: env ERBIUM_GROW=0 ERBIUM_WINDOW=4096 %run %t
// RUN: env ERBIUM_GROW=0 ERBIUM_WINDOW=4096 ERBIUM_VERBOSE=2 ERBIUM_TASK=fiber %t > %t.out 2>&1
// RUN: not grep . %t.out
#include "test.h"

enum { HORIZON = 100000, ROUNDS = 3, N = HORIZON * ROUNDS };

ERBIUM_PROCESS (produce, ERBIUM_RECORD (int));
void
produce (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, HORIZON);
  for (int i = 0; i < N; i++)
    {
      erbium_stall (v, i + 1);
      ERBIUM_AT (v, i) = i;
      erbium_commit (v, i + 1);
    }
}

/* Gives nothing back before it has seen a whole horizon. */
ERBIUM_PROCESS (consume, ERBIUM_RECORD (int));
void
consume (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  for (int k = 1; k <= ROUNDS; k++)
    {
      expect_equal (erbium_update (v, k * HORIZON), k * HORIZON);
      expect_equal (ERBIUM_AT (v, k * HORIZON - 1), k * HORIZON - 1);
      erbium_release (v, k * HORIZON);
    }
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_RUN (produce, r);
  ERBIUM_RUN (consume, r);
  erbium_join_all ();
}
