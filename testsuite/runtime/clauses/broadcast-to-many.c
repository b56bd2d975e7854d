/* SPDX-License-Identifier: MIT */
/* Each of many readers gets the whole stream: what a publication costs goes with their
 * number, not with its square or worse, which is beyond the limit of a run. */
// RUN: %build
// RUN: %run %t 2000
// RUN: %run --only thread,fiber %t 20000
#include "test.h"

enum { BURST = 64, HORIZON = 1024 };
static SHARED long items;

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
  expect_equal (sum, items * (items - 1) / 2);
}

int
main (int arguments, char **argument)
{
  items = arguments > 1 ? atol (argument[1]) : 1000;
  int readers = rounds (800);
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, readers);
  for (int id = 1; id <= readers; id++)
    ERBIUM_RUN (take, r, id);
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, HORIZON);
  for (long i = 0; i < items; i += BURST)
    {
      long end = i + BURST < items ? i + BURST : items;
      erbium_stall (v, end);
      for (long k = i; k < end; k++)
        ERBIUM_AT (v, k) = (int) k;
      erbium_commit (v, end);
    }
}
