/* SPDX-License-Identifier: MIT */
/* A producer leaps over elements that no reader needs: they are not sent, since they may be as many
 * as indices are. */
// RUN: %build
// RUN: %ranks %t
#include "test.h"

#define FAR (INT64_C (1) << 40)

ERBIUM_PROCESS (leap, ERBIUM_RECORD (int));
void
leap (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 4);
  for (long i = FAR; i <= 3 * FAR; i += FAR)
    {
      erbium_stall (v, i);
      ERBIUM_AT (v, i - 1) = (int) (i / FAR);
      erbium_commit (v, i);
    }
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  ERBIUM_RUN (leap, r);
  for (long i = FAR; i <= 3 * FAR; i += FAR)
    {
      erbium_release (v, i - 1);
      expect_equal (erbium_update (v, i), i);
      expect_equal (ERBIUM_AT (v, i - 1), (int) (i / FAR));
    }
  erbium_release (v, 3 * FAR);
  expect_equal (erbium_update (v, 3 * FAR + 1), 0);
}
