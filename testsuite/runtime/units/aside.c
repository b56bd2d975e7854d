/* SPDX-License-Identifier: MIT */
/* A producer that is more than a window ahead of another, and that nobody reads, goes
 * on in memory of its own, with what it has not committed.  There it finds what it has
 * committed too, up to its horizon, as in the record.  (Checked mode does not let it look: no reader has kept it.) */
// RUN: %build
// RUN: %run --only default,spin,doze,window,fiber,alone,one %t
#include "test.h"

enum { HORIZON = 64, LENGTH = 20000 };

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 2, 0);
  ERBIUM_VIEW (int) ahead = erbium_new_write_view (r), behind = erbium_new_write_view (r);
  erbium_register (ahead, 1);
  erbium_register (behind, 2);
  erbium_alloc (ahead, HORIZON);
  erbium_alloc (behind, HORIZON);
  for (int i = 0; i < LENGTH; i++)
    {
      erbium_stall (ahead, i + 1);
      ERBIUM_AT (ahead, i) = i;
      int oldest = i < HORIZON ? 0 : i + 1 - HORIZON;
      for (int k = oldest; k <= i; k++)
        expect_equal (ERBIUM_AT (ahead, k), k);
      erbium_commit (ahead, i); /* never all: so it does not come back */
    }
}
