/* SPDX-License-Identifier: MIT */
/* Where nobody but observers read, one finds the last elements up to its horizon
 * whenever it looks, as long as the producers keep together; what it has missed is
 * what one wrote further ahead of another. */
// RUN: %build
// RUN: env ERBIUM_WINDOW=1048576 %run --only default,spin,doze,check,one %t 3000
// In a window that holds both horizons and no element more:
// RUN: env ERBIUM_WINDOW=4096 %run --only default,spin,doze,check,one,space %t 512
#include "test.h"

enum { BLOCK = 7, LENGTH = 100000 };

static int horizon;

static ERBIUM_RECORD (int) record;
static ERBIUM_VIEW (int) out[3], in;

static void
begin (int producers)
{
  record = erbium_new_record (int, producers, 0);
  in = erbium_new_read_view (record);
  erbium_alloc (in, horizon);
  for (int n = 0; n < producers; n++)
    {
      out[n] = erbium_new_write_view (record);
      erbium_register (out[n], n + 1);
      erbium_alloc (out[n], horizon);
    }
}

/* The producer whose turn it is writes the block; all commit past it, and ask now and then for
 * all that they may. */
static void
write_block (int64_t i, int producers)
{
  for (int n = 0; n < producers; n++)
    {
      erbium_stall (out[n], i + (i / BLOCK % 3 ? BLOCK : horizon));
      for (int64_t k = i; k < i + BLOCK && i / BLOCK % producers == n; k++)
        ERBIUM_AT (out[n], k) = (int) k;
      erbium_commit (out[n], i + BLOCK);
    }
}

static void
has_all_below (int64_t to)
{
  int64_t from = to > horizon ? to - horizon : 0;
  expect_equal (erbium_update (in, to), to);
  erbium_release (in, from);
  expect_equal (erbium_missed (in), 0);
  for (int64_t k = from; k < to; k += BLOCK)
    expect_equal (ERBIUM_AT (in, k), k);
}

static void
sees_all (int producers)
{
  begin (producers);
  for (int64_t i = 0; i < LENGTH; i += BLOCK)
    {
      write_block (i, producers);
      has_all_below (i + BLOCK);
    }
}

/* One is as far ahead of the other as its horizon lets it, in small steps: what it is granted
 * takes nothing from the observer. */
static void
sees_all_behind_one_ahead (void)
{
  int64_t ahead = horizon / BLOCK * BLOCK;
  begin (2);
  for (int64_t i = 0; i < ahead; i += BLOCK)
    {
      erbium_stall (out[1], i + BLOCK);
      erbium_commit (out[1], i);
    }
  for (int64_t i = 0; i < LENGTH; i += BLOCK)
    {
      erbium_stall (out[1], i + ahead);
      if (i > 0)
        has_all_below (i);
      erbium_commit (out[1], i + ahead);
      erbium_stall (out[0], i + BLOCK);
      for (int64_t k = i; k < i + BLOCK; k++)
        ERBIUM_AT (out[0], k) = (int) k;
      erbium_commit (out[0], i + BLOCK);
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
  erbium_release (in, i - horizon);
  expect_equal (erbium_missed (in), horizon);
  for (from = i; i < from + horizon; i += BLOCK)
    write_block (i, 2);
  erbium_update (in, i);
  erbium_release (in, from);
  expect_equal (erbium_missed (in), 0);
}

int
main (int argc, char **argv)
{
  expect_equal (argc, 2);
  horizon = atoi (argv[1]);
  for (int producers = 1; producers <= 3; producers++)
    sees_all (producers);
  sees_all_behind_one_ahead ();
  misses_what_is_apart ();
}
