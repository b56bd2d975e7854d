/* SPDX-License-Identifier: MIT */
/* A terminated read view no longer holds producers back: also not one that
 * sleeps in stall at that moment. */
// RUN: %build
// RUN: %run %t
#include "test.h"

static SHARED atomic_long gone;

ERBIUM_PROCESS (consume, ERBIUM_RECORD (int), int);
void
consume (ERBIUM_RECORD (int) r, int n)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  uint64_t seed = (uint64_t) n;
  erbium_register (v, 1);
  erbium_alloc (v, 4);
  erbium_update (v, n + 1);
  for (int k = 0; k < 10; k++)
    dither (&seed);
  tell (&gone, 1);
  if (n % 2)
    erbium_free_view (v, ERBIUM_TERMINATE); /* else by the end of the process */
}

int
main (void)
{
  for (int n = rounds (300); n > 0; n--)
    {
      ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
      ERBIUM_VIEW (int) v = erbium_new_write_view (r);
      tell (&gone, 0);
      erbium_register (v, 1);
      erbium_alloc (v, 4);
      ERBIUM_RUN (consume, r, n % 4);
      for (int i = 1; i <= 1000; i++)
        {
          erbium_stall (v, i);
          ERBIUM_AT (v, i - 1) = i;
          erbium_commit (v, i);
          expect (i <= (own_windows () ? 12 : 4) || told (&gone)); /* 5.6 */
        }
      erbium_free_view (v, ERBIUM_TERMINATE);
    }
}
