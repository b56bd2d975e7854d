/* SPDX-License-Identifier: MIT */
/* The buffer holds at least the maximal write horizon and the maximal read
 * horizon: what a reader has not released stands, whatever is written behind. */
// RUN: %build
// RUN: %run %t
#include "test.h"

static void
hold (int64_t write, int64_t read)
{
  ERBIUM_RECORD (uint64_t) r = erbium_new_record (uint64_t, 1, 1);
  ERBIUM_VIEW (uint64_t) in = erbium_new_read_view (r), out = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, read);
  erbium_alloc (out, write);
  int64_t released = 0, committed = 0, keep = read < write ? read : write;
  for (int round = 0; round < 40; round++)
    {
      erbium_stall (out, released + write); /* as far ahead as may be */
      for (; committed < released + write; committed++)
        ERBIUM_AT (out, committed) = mixed ((uint64_t) committed);
      erbium_commit (out, committed);
      erbium_update (in, released + keep);
      for (int64_t k = released; k < released + keep; k++)
        expect_equal (ERBIUM_AT (in, k), mixed ((uint64_t) k));
      released += (keep + 2) / 3;
      erbium_release (in, released);
    }
}

int
main (void)
{
  hold (1, 1);
  hold (3, 1);
  hold (500, 500);
  hold (511, 1);
  hold (512, 513);
  hold (1000, 7);
  hold (7, 1000);
  hold (4096, 4096);
}
