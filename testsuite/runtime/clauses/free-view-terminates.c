/* SPDX-License-Identifier: MIT */
/* free_view (v) ends the view with termination: update then waits no more. */
// RUN: %build
// RUN: %run %t
#include "test.h"

static SHARED atomic_long freed;

ERBIUM_PROCESS (produce, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
produce (ERBIUM_RECORD (int) r, ERBIUM_RECORD (int) back)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  ERBIUM_VIEW (int) answer = erbium_new_read_view (back);
  uint64_t seed = 1;
  erbium_register (v, 1);
  erbium_register (answer, 1);
  erbium_alloc (answer, 1);
  erbium_commit (v, 10);
  dither (&seed);
  tell (&freed, 1);
  erbium_free_view (v, ERBIUM_TERMINATE);
  erbium_update (answer, 1); /* the process has not ended: it waits */
}

int
main (void)
{
  for (int n = rounds (300); n > 0; n--)
    {
      ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
      ERBIUM_RECORD (int) back = erbium_new_record (int, 1, 1);
      ERBIUM_VIEW (int) v = erbium_new_read_view (r);
      ERBIUM_VIEW (int) answer = erbium_new_write_view (back);
      tell (&freed, 0);
      erbium_register (v, 1);
      erbium_alloc (v, 20);
      erbium_register (answer, 1);
      erbium_process p = ERBIUM_RUN (produce, r, back);
      expect_equal (erbium_update (v, 20), 10);
      expect_equal (told (&freed), 1);
      erbium_free_view (answer, ERBIUM_TERMINATE);
      erbium_free_view (v, ERBIUM_TERMINATE);
      erbium_join (p);
    }
}
