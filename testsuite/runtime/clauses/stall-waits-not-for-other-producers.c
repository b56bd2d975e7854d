/* SPDX-License-Identifier: MIT */
/* stall waits for readers alone: a producer whose fellows have not registered,
 * or lag behind, goes on as far as its horizon lets it. */
// RUN: %build
// RUN: %run %t
#include "test.h"

enum { HORIZON = 100000 };

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 2, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r), one = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (one, 1);
  erbium_alloc (in, HORIZON);
  erbium_alloc (one, HORIZON);
  erbium_stall (one, 1); /* nobody has registered write id 2 */
  for (int i = 0; i < HORIZON; i += 10)
    {
      erbium_stall (one, i + 10);
      for (int k = i; k < i + 10; k++)
        ERBIUM_AT (one, k) = k;
      erbium_commit (one, i + 10);
    }
  ERBIUM_VIEW (int) two = erbium_new_write_view (r);
  erbium_register (two, 2);
  erbium_commit (two, HORIZON);
  erbium_update (in, HORIZON);
  for (int i = 0; i < HORIZON; i++)
    expect_equal (ERBIUM_AT (in, i), i);
}
