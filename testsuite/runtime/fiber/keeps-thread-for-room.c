/* SPDX-License-Identifier: MIT */
/* A fiber keeps its thread from the moment on at which it waits for room in a window: its readers,
 * which until then ran on its worker, run elsewhere. */
// RUN: %build
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 %timed %t
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=2 %timed %t
// RUN: env ERBIUM_TASK=thread %timed %t
#include "test.h"

enum { ITEMS = 1 << 20, BURST = 1 << 16, ROUNDS = 40 };

ERBIUM_PROCESS (feed, ERBIUM_RECORD (int));
void
feed (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_keep_thread ();
  erbium_register (v, 1);
  erbium_alloc (v, 2 * BURST);
  for (int i = 0; i < ITEMS; i += BURST)
    {
      erbium_stall (v, i + BURST);
      for (int k = i; k < i + BURST; k++)
        ERBIUM_AT (v, k) = k;
      erbium_commit (v, i + BURST);
    }
}

ERBIUM_PROCESS (expect_numbers, ERBIUM_RECORD (int));
void
expect_numbers (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 2 * BURST);
  for (int tl = 0, hd; (hd = (int) erbium_update (v, tl + BURST)); tl = hd)
    {
      for (int k = tl; k < hd; k++)
        expect_equal (ERBIUM_AT (v, k), k);
      erbium_release (v, hd);
    }
}

int
main (void)
{
  for (int i = 0; i < ROUNDS; i++)
    {
      ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
      ERBIUM_VIEW (int) observer = erbium_new_read_view (r); /* so the record keeps its window */
      erbium_process reader = ERBIUM_RUN (expect_numbers, r);
      ERBIUM_RUN (feed, r);
      erbium_join (reader);
      erbium_free_view (observer, ERBIUM_TERMINATE);
    }
}
