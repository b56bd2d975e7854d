/* SPDX-License-Identifier: MIT */
/* A record that nobody can register to read holds its producers up never,
 * neither for readers nor for each other, however far one gets ahead of another;
 * what an observer is not told to have missed is what they wrote. */
// RUN: %build
// RUN: env ERBIUM_GROW=0 %run %t
#include "test.h"

enum { HORIZON = 10, LENGTH = 100000, BLOCK = 5 };

static ERBIUM_RECORD (int) record;

static ERBIUM_VIEW (int)
producer (int id)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (record);
  erbium_register (v, id);
  erbium_alloc (v, HORIZON);
  return v;
}

/* Blocks of the number id - 1, id + 1, ... */
static void
write_to (ERBIUM_VIEW (int) v, int id, int64_t from, int64_t to)
{
  for (int64_t i = from; i < to; i += BLOCK)
    {
      erbium_stall (v, i + BLOCK);
      for (int64_t k = i; k < i + BLOCK && i / BLOCK % 2 == id - 1; k++)
        ERBIUM_AT (v, k) = (int) k;
      erbium_commit (v, i + BLOCK);
    }
}

/* Returns how many of the last few are intact. */
static int
observe (ERBIUM_VIEW (int) v, int64_t to)
{
  int intact = 0;
  expect_equal (erbium_update (v, to), to);
  int64_t from = to - 2 * HORIZON;
  erbium_release (v, from);
  for (int64_t i = from; i < to; i++)
    {
      int x = ERBIUM_AT (v, i);
      if (i < from + erbium_missed (v))
        continue;
      expect_equal (x, i);
      intact++;
    }
  erbium_release (v, to);
  return intact;
}

int
main (void)
{
  record = erbium_new_record (int, 2, 0);
  ERBIUM_VIEW (int) in = erbium_new_read_view (record);
  ERBIUM_VIEW (int) first = producer (1);
  erbium_alloc (in, 2 * HORIZON);
  write_to (first, 1, 0, LENGTH); /* the other has not even registered */
  ERBIUM_VIEW (int) second = producer (2);
  write_to (second, 2, 0, LENGTH / 2);
  observe (in, LENGTH / 2);
  write_to (second, 2, LENGTH / 2, LENGTH);
  observe (in, LENGTH);
  for (int64_t i = LENGTH; i < 2 * LENGTH; i += BLOCK) /* side by side */
    {
      write_to (first, 1, i, i + BLOCK);
      write_to (second, 2, i, i + BLOCK);
    }
  expect_equal (observe (in, 2 * LENGTH), 2 * HORIZON);
  erbium_free_view (first, ERBIUM_TERMINATE);
  erbium_free_view (second, ERBIUM_TERMINATE);
  expect_equal (erbium_update (in, 2 * LENGTH + 1), 0);
}
