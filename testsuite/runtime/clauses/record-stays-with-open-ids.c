/* SPDX-License-Identifier: MIT */
/* A record stays while an id has not terminated, though no view is connected:
 * what was committed is there for the one that registers. */
// RUN: %build
// RUN: %run %t
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 2);
  ERBIUM_VIEW (int) out = erbium_new_write_view (r);
  erbium_register (out, 1);
  for (int id = 1; id <= 2; id++) /* the window needs a reader to stall for */
    {
      ERBIUM_VIEW (int) in = erbium_new_read_view (r);
      erbium_register (in, id);
      erbium_free_view (in, ERBIUM_HANDOVER);
    }
  erbium_alloc (out, 100);
  erbium_stall (out, 100);
  for (int i = 0; i < 100; i++)
    ERBIUM_AT (out, i) = i;
  erbium_commit (out, 100);
  erbium_free_view (out, ERBIUM_TERMINATE);
  for (int id = 1; id <= 2; id++) /* nobody is connected, 1 then 2 read ids open */
    {
      ERBIUM_VIEW (int) in = erbium_new_read_view (r);
      erbium_register (in, id);
      erbium_alloc (in, 100);
      expect_equal (erbium_update (in, 200), 100);
      for (int i = 0; i < 100; i++)
        expect_equal (ERBIUM_AT (in, i), i);
      erbium_free_view (in, ERBIUM_TERMINATE);
    }
}
