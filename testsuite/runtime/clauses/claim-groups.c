/* SPDX-License-Identifier: MIT */
/* Each of several groups shares the elements of one side: a group of three adds, a group of two
 * subtracts, and each group reads the whole stream. */
// RUN: %build
// RUN: %run %t
#include "test.h"

enum { ADDERS = 3, SUBTRACTERS = 2, N = 2000, BURST = 3 };

ERBIUM_PROCESS (work, ERBIUM_RECORD (long), ERBIUM_RECORD (long), int, int, long);
void
work (ERBIUM_RECORD (long) from, ERBIUM_RECORD (long) to, int group, int k, long times)
{
  ERBIUM_VIEW (long) in = erbium_new_read_view (from), out = erbium_new_write_view (to);
  uint64_t seed = (uint64_t) (group + k);
  erbium_index i, hd;
  erbium_register (in, group + k);
  erbium_register (out, 1 + k);
  erbium_alloc (in, BURST);
  erbium_alloc (out, 64);
  do
    {
      i = erbium_claim (in, BURST, group);
      erbium_release (in, i);
      erbium_commit (out, i);
      hd = erbium_update (in, i + BURST);
      for (erbium_index n = i; n < hd; n++)
        {
          erbium_stall (out, n + 1);
          ERBIUM_AT (out, n) = times * ERBIUM_AT (in, n);
        }
      erbium_commit (out, hd);
      dither (&seed);
    }
  while (hd == i + BURST);
}

int
main (void)
{
  ERBIUM_RECORD (long) r = erbium_new_record (long, 1, ADDERS + SUBTRACTERS);
  ERBIUM_RECORD (long) plus = erbium_new_record (long, ADDERS, 1), minus = erbium_new_record (long, SUBTRACTERS, 1);
  ERBIUM_VIEW (long) out = erbium_new_write_view (r);
  ERBIUM_VIEW (long) p = erbium_new_read_view (plus), m = erbium_new_read_view (minus);
  erbium_register (out, 1);
  erbium_alloc (out, N);
  erbium_register (p, 1);
  erbium_register (m, 1);
  erbium_alloc (p, 64);
  erbium_alloc (m, 64);
  for (int k = 0; k < ADDERS; k++)
    ERBIUM_RUN (work, r, plus, 1, k, 1);
  for (int k = 0; k < SUBTRACTERS; k++)
    ERBIUM_RUN (work, r, minus, 1 + ADDERS, k, -1);
  erbium_stall (out, N);
  for (long i = 0; i < N; i++)
    ERBIUM_AT (out, i) = 1 + i;
  erbium_commit (out, N);
  erbium_free_view (out, ERBIUM_TERMINATE);
  long i = 0;
  for (; erbium_update (p, i + 1) && erbium_update (m, i + 1); i++)
    {
      expect_equal (ERBIUM_AT (p, i), 1 + i);
      expect_equal (ERBIUM_AT (m, i), -1 - i);
      erbium_release (p, i);
      erbium_release (m, i);
    }
  expect_equal (i, N);
}
