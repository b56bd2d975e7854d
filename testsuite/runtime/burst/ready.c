/* SPDX-License-Identifier: MIT */
/* erbium_burst_ready is 1 while a call would return at once, as far as the view knows, and 0 where
 * it would wait.  A burst that is larger than the horizon enlarges it, of both sides. */
// RUN: %build
// RUN: env ERBIUM_TASK=thread ERBIUM_GROW=0 %timed %t
#include "test.h"
#include "erbium/burst.h"

int
main (void)
{
  struct erbium_record *r;
  struct erbium_burst *in, *out;
  void *at;
  const void *from;
  int64_t got;
  expect (erbium_burst_record (4, 4, 1, 1, NULL, &r) == 0);
  expect (erbium_burst_open (r, ERBIUM_BURST_READ, 1, 10, &in) == 0);
  expect (erbium_burst_open (r, ERBIUM_BURST_WRITE, 1, 10, &out) == 0);
  expect (erbium_burst_acquire (out, 1, &at) == 0);
  expect_equal (erbium_burst_ready (out, 1), 1);
  expect_equal (erbium_burst_ready (out, 9), 1);  /* what a stall has found besides */
  expect_equal (erbium_burst_ready (out, 11), 0); /* more than the horizon */
  expect (erbium_burst_acquire (out, 10, &at) == 0);
  memset (at, 0, 40);
  expect (erbium_burst_commit (out, 8) == 0);
  expect_equal (erbium_burst_ready (out, 2), 1); /* acquired */
  expect_equal (erbium_burst_ready (out, 3), 0);
  expect_equal (erbium_burst_ready (in, 1), 0);  /* it does not know yet */
  expect (erbium_burst_receive (in, 1, &from, &got) == 0);
  expect_equal (erbium_burst_ready (in, 7), 1);
  expect_equal (erbium_burst_ready (in, 9), 0);  /* not committed */
  expect (erbium_burst_release (in, 1) == 0);
  expect_equal (erbium_burst_ready (in, 6), 1);

  expect (erbium_burst_receive (in, 7, &from, &got) == 0 && got == 7);
  expect (erbium_burst_release (in, 7) == 0);
  expect (erbium_burst_acquire (out, 25, &at) == 0);
  memset (at, 1, 100);
  expect (erbium_burst_commit (out, 25) == 0);
  expect (erbium_burst_receive (in, 25, &from, &got) == 0 && got == 25);
  expect_equal (((const int *) from)[24], 0x01010101);
}
