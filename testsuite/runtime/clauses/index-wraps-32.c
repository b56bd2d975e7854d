/* SPDX-License-Identifier: MIT */
/* A 32-bit argument is taken modulo 2^32 against the view's current index, so
 * that an unsigned loop variable may wrap; done tells the end where update
 * returns a wrapped 0. */
// RUN: %build
// RUN: %run %t | FileCheck %s
// CHECK: 6000 elements, sum right
#include "test.h"

enum { HORIZON = 100, BEFORE = 3000, N = 6000 };
static const erbium_index start = (INT64_C (3) << 32) - BEFORE;

ERBIUM_PROCESS (produce, ERBIUM_RECORD (uint32_t));
void
produce (ERBIUM_RECORD (uint32_t) r)
{
  ERBIUM_VIEW (uint32_t) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, HORIZON);
  erbium_commit (v, start);
  uint32_t i = (uint32_t) start;
  for (int n = 0; n < N; n++, i++)
    {
      erbium_stall (v, i + 1);
      ERBIUM_AT (v, i) = i;
      erbium_commit (v, i + 1);
      erbium_commit (v, i); /* lower, also just after the wrap */
    }
}

/* Signed, and the run of elements at the wrap in one span. */
ERBIUM_PROCESS (observe, ERBIUM_RECORD (uint32_t));
void
observe (ERBIUM_RECORD (uint32_t) r)
{
  ERBIUM_VIEW (uint32_t) v = erbium_new_read_view (r);
  erbium_register (v, 2);
  erbium_alloc (v, HORIZON);
  erbium_update (v, start);
  erbium_release (v, start);
  for (uint32_t n = 0; n < N; n += HORIZON / 2)
    {
      int i = (int) ((uint32_t) start + n), to = (int) ((uint32_t) i + HORIZON / 2);
      erbium_receive (v, to);
      erbium_receive_range (v, i, to);
      expect_equal ((int) erbium_update (v, to), to);
      const uint32_t *at = ERBIUM_SPAN (v, i, to);
      for (uint32_t k = 0; k < HORIZON / 2; k++)
        expect_equal (at[k], (uint32_t) i + k);
      erbium_release (v, to);
    }
}

int
main (void)
{
  ERBIUM_RECORD (uint32_t) r = erbium_new_record (uint32_t, 1, 2);
  ERBIUM_VIEW (uint32_t) v = erbium_new_read_view (r);
  int n = 0;
  bool zero = false;
  erbium_register (v, 1);
  erbium_alloc (v, HORIZON);
  ERBIUM_RUN (produce, r);
  ERBIUM_RUN (observe, r);
  erbium_update (v, start);
  erbium_release (v, start);
  for (uint32_t i = (uint32_t) start;; i++)
    {
      uint32_t got = (uint32_t) erbium_update (v, i + 1);
      if (got == 0 && erbium_done (v))
        break;
      zero |= got == 0;
      expect_equal (got, i + 1);
      expect_equal (ERBIUM_AT (v, i), i);
      erbium_release (v, i + 1);
      erbium_release (v, i);
      n++;
    }
  expect (zero); /* the wrapped one, that was not the end */
  expect_equal (n, N);
  printf ("%d elements, sum right\n", n);
}
