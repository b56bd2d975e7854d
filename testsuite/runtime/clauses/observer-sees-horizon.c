/* SPDX-License-Identifier: MIT */
/* Where nobody but observers read, one finds the last elements up to its horizon
 * whenever it looks, as long as the producers keep together; what it has missed is
 * what one wrote further ahead of another. */
// RUN: %build
// RUN: env ERBIUM_WINDOW=1048576 %run --only default,spin,doze,check,one %t
#include "test.h"

enum { HORIZON = 3000, BLOCK = 7, LENGTH = 100000 };

static ERBIUM_RECORD (int) record;
static ERBIUM_VIEW (int) out[3], in;

static void
begin (int producers)
{
  record = erbium_new_record (int, producers, 0);
  in = erbium_new_read_view (record);
  erbium_alloc (in, HORIZON);
  for (int n = 0; n < producers; n++)
    {
      out[n] = erbium_new_write_view (record);
      erbium_register (out[n], n + 1);
      erbium_alloc (out[n], HORIZON);
    }
}

/* The producer whose turn it is writes the block; all commit past it. */
static void
write_block (int64_t i, int producers)
{
  for (int n = 0; n < producers; n++)
    {
      erbium_stall (out[n], i + BLOCK);
      for (int64_t k = i; k < i + BLOCK && i / BLOCK % producers == n; k++)
        ERBIUM_AT (out[n], k) = (int) k;
      erbium_commit (out[n], i + BLOCK);
    }
}

static void
sees_all (int producers)
{
  begin (producers);
  for (int64_t i = 0; i < LENGTH; i += BLOCK)
    {
      int64_t to = i + BLOCK, from = to > HORIZON ? to - HORIZON : 0;
      write_block (i, producers);
      expect_equal (erbium_update (in, to), to);
      erbium_release (in, from);
      expect_equal (erbium_missed (in), 0);
      for (int64_t k = from; k < to; k += BLOCK)
        expect_equal (ERBIUM_AT (in, k), k);
    }
}

/* One goes on alone for as many windows as one likes: that far all is missed, and
 * nothing from where the other has caught up. */
static void
misses_what_is_apart (void)
{
  begin (2);
  int64_t i = 0, from;
  for (; i < LENGTH; i += BLOCK)
    {
      erbium_stall (out[0], i + BLOCK);
      erbium_commit (out[0], i + BLOCK);
    }
  erbium_commit (out[1], i);
  erbium_update (in, i);
  erbium_release (in, i - HORIZON);
  expect_equal (erbium_missed (in), HORIZON);
  for (from = i; i < from + HORIZON; i += BLOCK)
    write_block (i, 2);
  erbium_update (in, i);
  erbium_release (in, from);
  expect_equal (erbium_missed (in), 0);
}

int
main (void)
{
  for (int producers = 1; producers <= 3; producers++)
    sees_all (producers);
  misses_what_is_apart ();
}
