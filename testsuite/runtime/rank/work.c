/* SPDX-License-Identifier: MIT */
/* Readers on several ranks get the same elements, or share them by claims; several producers write
 * one record, and one that ends first ends the stream. */
// RUN: %build
// RUN: %ranks %t | FileCheck %s
#include "test.h"

enum { N = 100000, WORKERS = 4, SHARE = 512 };

ERBIUM_PROCESS (produce, ERBIUM_RECORD (int));
void
produce (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 4096);
  for (int i = 0; i < N; i++)
    {
      erbium_stall (v, i + 1);
      ERBIUM_AT (v, i) = i;
      erbium_commit (v, i + 1);
    }
}

/* Adds up all elements, and sends the sum. */
ERBIUM_PROCESS (sum, ERBIUM_RECORD (int), ERBIUM_RECORD (long), int);
void
sum (ERBIUM_RECORD (int) from, ERBIUM_RECORD (long) to, int k)
{
  ERBIUM_VIEW (int) in = erbium_new_read_view (from);
  ERBIUM_VIEW (long) out = erbium_new_write_view (to);
  erbium_register (in, k + 1);
  erbium_register (out, k + 1);
  erbium_alloc (in, 100 * (k + 1));
  erbium_alloc (out, WORKERS);
  long all = 0;
  for (int i = 0; erbium_update (in, i + 1); i++)
    {
      all += ERBIUM_AT (in, i);
      erbium_release (in, i + 1);
    }
  erbium_commit (out, k);
  erbium_stall (out, k + 1);
  ERBIUM_AT (out, k) = all;
  erbium_commit (out, WORKERS);
}

/* The same, of the shares that it claims. */
ERBIUM_PROCESS (share, ERBIUM_RECORD (int), ERBIUM_RECORD (long), int);
void
share (ERBIUM_RECORD (int) from, ERBIUM_RECORD (long) to, int k)
{
  ERBIUM_VIEW (int) in = erbium_new_read_view (from);
  ERBIUM_VIEW (long) out = erbium_new_write_view (to);
  erbium_register (in, k + 1);
  erbium_register (out, k + 1);
  erbium_alloc (in, 2 * WORKERS * SHARE);
  erbium_alloc (out, WORKERS);
  long all = 0;
  for (;;)
    {
      int tl = (int) erbium_claim (in, SHARE, 1);
      erbium_release (in, tl);
      int hd = (int) erbium_update (in, tl + SHARE);
      if (!hd)
        break;
      for (int i = tl; i < hd; i++)
        all += ERBIUM_AT (in, i);
      erbium_release (in, hd);
    }
  erbium_commit (out, k);
  erbium_stall (out, k + 1);
  ERBIUM_AT (out, k) = all;
  erbium_commit (out, WORKERS);
}

static void
collect (ERBIUM_RECORD (long) r, long *each)
{
  ERBIUM_VIEW (long) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, WORKERS);
  expect_equal (erbium_update (v, WORKERS), WORKERS);
  for (int k = 0; k < WORKERS; k++)
    each[k] = ERBIUM_AT (v, k);
  erbium_free_view (v, ERBIUM_TERMINATE);
}

int
main (void)
{
  long each[WORKERS], all = 0;
  ERBIUM_RECORD (int) numbers = erbium_new_record (int, 1, WORKERS);
  ERBIUM_RECORD (long) sums = erbium_new_record (long, WORKERS, 1);
  ERBIUM_RUN (produce, numbers);
  for (int k = 0; k < WORKERS; k++)
    ERBIUM_RUN (sum, numbers, sums, k);
  collect (sums, each);
  for (int k = 0; k < WORKERS; k++)
    printf ("%ld\n", each[k]);
  erbium_join_all ();
  // CHECK-COUNT-4: 4999950000

  numbers = erbium_new_record (int, 1, WORKERS);
  sums = erbium_new_record (long, WORKERS, 1);
  ERBIUM_RUN (produce, numbers);
  for (int k = 0; k < WORKERS; k++)
    ERBIUM_RUN (share, numbers, sums, k);
  collect (sums, each);
  for (int k = 0; k < WORKERS; k++)
    all += each[k];
  printf ("together %ld\n", all);
  // CHECK: together 4999950000
}
