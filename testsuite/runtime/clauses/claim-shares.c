/* SPDX-License-Identifier: MIT */
/* Workers share a stream: one of them claims each element and writes the result at the same index,
 * and the output ends where the input ends, with any size of runs. */
// RUN: %build
// RUN: %run %t
#include "test.h"

enum { WORKERS = 3, HORIZON = 100 };

static SHARED atomic_long taken[5000];

ERBIUM_PROCESS (work, ERBIUM_RECORD (uint64_t), ERBIUM_RECORD (uint64_t), int, long);
void
work (ERBIUM_RECORD (uint64_t) from, ERBIUM_RECORD (uint64_t) to, int id, long burst)
{
  ERBIUM_VIEW (uint64_t) in = erbium_new_read_view (from), out = erbium_new_write_view (to);
  uint64_t seed = (uint64_t) id;
  erbium_index i, hd;
  erbium_register (in, id);
  erbium_register (out, id);
  erbium_alloc (in, burst);
  erbium_alloc (out, HORIZON);
  do
    {
      i = erbium_claim (in, burst, 1);
      erbium_release (in, i);
      erbium_commit (out, i);
      hd = erbium_update (in, i + burst);
      if (hd > i)
        erbium_stall (out, hd);
      for (erbium_index k = i; k < hd; k++)
        {
          ERBIUM_AT (out, k) = 3 * ERBIUM_AT (in, k);
          atomic_fetch_add (&taken[k], 1);
        }
      erbium_commit (out, hd);
      dither (&seed);
    }
  while (hd == i + burst);
}

ERBIUM_PROCESS (produce, ERBIUM_RECORD (uint64_t), long);
void
produce (ERBIUM_RECORD (uint64_t) r, long n)
{
  ERBIUM_VIEW (uint64_t) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, HORIZON);
  for (long i = 0; i < n; i++)
    {
      erbium_stall (v, i + 1);
      ERBIUM_AT (v, i) = mixed ((uint64_t) i);
      erbium_commit (v, i + 1);
    }
}

static void
share (long n, long burst)
{
  ERBIUM_RECORD (uint64_t) r = erbium_new_record (uint64_t, 1, WORKERS);
  ERBIUM_RECORD (uint64_t) q = erbium_new_record (uint64_t, WORKERS, 1);
  for (int k = 0; k < n; k++)
    tell (&taken[k], 0);
  ERBIUM_RUN (produce, r, n);
  for (int id = 1; id <= WORKERS; id++)
    ERBIUM_RUN (work, r, q, id, burst);
  ERBIUM_VIEW (uint64_t) v = erbium_new_read_view (q);
  erbium_register (v, 1);
  erbium_alloc (v, HORIZON);
  long i = 0;
  for (; erbium_update (v, i + 1); i++)
    {
      expect_equal (ERBIUM_AT (v, i), 3 * mixed ((uint64_t) i));
      erbium_release (v, i);
    }
  expect_equal (i, n);
  erbium_free_view (v, ERBIUM_TERMINATE);
  erbium_join_all ();
  for (long k = 0; k < n; k++)
    expect_equal (told (&taken[k]), 1);
}

int
main (void)
{
  share (5000, 1);
  share (5000, 7);
  share (700, 7); /* whole runs, so the end is the beginning of one */
  share (5, 20);  /* less than one */
  share (0, 4);
}
