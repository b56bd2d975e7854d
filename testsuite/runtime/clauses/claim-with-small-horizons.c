/* SPDX-License-Identifier: MIT */
/* Horizons that are smaller than a run grow.  The distribution of the runs changes neither the
 * results nor whether the program ends.  Elements before a run may be read. */
// RUN: %build
// RUN: %run %t | FileCheck %s
// CHECK: sum 4997500300
#include "test.h"

enum { WORKERS = 3, BURST = 50, N = 10000, BACK = 2 };

ERBIUM_PROCESS (work, ERBIUM_RECORD (long), ERBIUM_RECORD (long), int);
void
work (ERBIUM_RECORD (long) from, ERBIUM_RECORD (long) to, int id)
{
  ERBIUM_VIEW (long) in = erbium_new_read_view (from), out = erbium_new_write_view (to);
  erbium_register (in, id);
  erbium_register (out, id);
  erbium_alloc (in, BACK);
  erbium_alloc (out, 1);
  for (;;)
    {
      erbium_index i = erbium_claim (in, BURST, 1), hd;
      erbium_release (in, i - BACK);
      erbium_commit (out, i);
      hd = erbium_update (in, i + BURST);
      for (erbium_index k = i; k < hd; k++)
        {
          erbium_stall (out, k + 1);
          ERBIUM_AT (out, k) = ERBIUM_AT (in, k < BACK ? 0 : k - BACK);
        }
      erbium_commit (out, hd);
      if (hd < i + BURST)
        return;
    }
}

ERBIUM_PROCESS (produce, ERBIUM_RECORD (long));
void
produce (ERBIUM_RECORD (long) r)
{
  ERBIUM_VIEW (long) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  for (long i = 0; i < N; i++)
    {
      erbium_stall (v, i + 1);
      ERBIUM_AT (v, i) = 100 * i;
      erbium_commit (v, i + 1);
    }
}

int
main (void)
{
  long sum = 0;
  ERBIUM_RECORD (long) r = erbium_new_record (long, 1, WORKERS);
  ERBIUM_RECORD (long) q = erbium_new_record (long, WORKERS, 1);
  ERBIUM_RUN (produce, r);
  for (int id = 1; id <= WORKERS; id++)
    ERBIUM_RUN (work, r, q, id);
  ERBIUM_VIEW (long) v = erbium_new_read_view (q);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  for (long i = 0; erbium_update (v, i + 1); i++)
    {
      sum += ERBIUM_AT (v, i);
      erbium_release (v, i);
    }
  printf ("sum %ld\n", sum);
}
