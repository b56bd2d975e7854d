/* SPDX-License-Identifier: MIT */
/* Indices have 64 bits: a stream goes on beyond 2^32 and 2^60 as it began. */
// RUN: %build
// RUN: %run %t
#include "test.h"

enum { H = 100 };

static void
stream (erbium_index from)
{
  ERBIUM_RECORD (erbium_index) r = erbium_new_record (erbium_index, 1, 1);
  ERBIUM_VIEW (erbium_index) in = erbium_new_read_view (r), out = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, H);
  erbium_alloc (out, H);
  erbium_commit (out, from);
  expect_equal (erbium_update (in, from), from);
  erbium_release (in, from);
  for (erbium_index i = from; i < from + 1000; i += H)
    {
      erbium_stall (out, i + H);
      for (erbium_index k = i; k < i + H; k++)
        ERBIUM_AT (out, k) = k;
      erbium_commit (out, i + H);
      expect_equal (erbium_update (in, i + H), i + H);
      for (erbium_index k = i; k < i + H; k++)
        expect_equal (ERBIUM_AT (in, k), k);
      erbium_release (in, i + H);
    }
}

int
main (void)
{
  stream (0);
  stream ((INT64_C (1) << 31) - 500);
  stream ((INT64_C (1) << 32) - 500);
  stream ((INT64_C (1) << 32) + 500);
  stream ((INT64_C (1) << 60) - 1);
}
