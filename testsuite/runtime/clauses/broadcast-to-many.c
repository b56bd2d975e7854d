/* SPDX-License-Identifier: MIT */
/* Each of many readers gets the whole stream: what a publication costs goes with their
 * number, not with its square or worse, which is beyond the limit of a run. */
// RUN: %build
// RUN: %run %t
#include "test.h"

enum { ITEMS = 20000, BURST = 64, HORIZON = 1024 };

ERBIUM_PROCESS (take, ERBIUM_RECORD (int), int);
void
take (ERBIUM_RECORD (int) r, int id)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_index at = 0, to;
  long sum = 0;
  erbium_register (v, id);
  erbium_alloc (v, HORIZON);
  while ((to = erbium_update (v, at + BURST)) > at)
    {
      for (; at < to; at++)
        sum += ERBIUM_AT (v, at);
      erbium_release (v, to);
    }
  expect_equal (sum, (long) ITEMS * (ITEMS - 1) / 2);
}

int
main (void)
{
  int readers = rounds (800);
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, readers);
  for (int id = 1; id <= readers; id++)
    ERBIUM_RUN (take, r, id);
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, HORIZON);
  for (int i = 0; i < ITEMS; i += BURST)
    {
      int end = i + BURST < ITEMS ? i + BURST : ITEMS;
      erbium_stall (v, end);
      for (int k = i; k < end; k++)
        ERBIUM_AT (v, k) = k;
      erbium_commit (v, end);
    }
}
