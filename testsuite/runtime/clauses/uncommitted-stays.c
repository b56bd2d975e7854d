/* SPDX-License-Identifier: MIT */
/* What a producer has written and not committed stays as it is, also where no
 * reader is left and another producer writes any number of windows behind. */
// RUN: %build
// RUN: %run %t
#include "test.h"

enum { HORIZON = 20, BLOCK = 5, LENGTH = 30000, FAR = 5000 };

static ERBIUM_RECORD (int) record;
static ERBIUM_VIEW (int) first, second;

static ERBIUM_VIEW (int)
producer (int id)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (record);
  erbium_register (v, id);
  erbium_alloc (v, HORIZON);
  return v;
}

/* Holds `ahead` elements uncommitted all the time, each written in two steps. */
static void
go (ERBIUM_VIEW (int) v, int64_t from, int64_t to, int64_t ahead)
{
  for (int64_t i = from; i < to; i += BLOCK)
    {
      erbium_stall (v, i + ahead + BLOCK);
      for (int64_t k = i + ahead; k < i + ahead + BLOCK; k++)
        ERBIUM_AT (v, k) = (int) k;
      for (int64_t k = i; k < i + BLOCK; k++)
        expect_equal (ERBIUM_AT (v, k) += 7, k + 7);
      erbium_commit (v, i + BLOCK);
    }
}

static void
write_ahead (ERBIUM_VIEW (int) v, int64_t from, int64_t to)
{
  for (int64_t k = from; k < to; k++)
    ERBIUM_AT (v, k) = (int) k;
}

static void
stays (int64_t ahead)
{
  erbium_stall (first, ahead);
  write_ahead (first, 0, ahead);
  go (first, 0, LENGTH, ahead);
  go (second, 0, LENGTH - BLOCK, 0); /* in all places that there are */
  for (int64_t k = LENGTH; k < LENGTH + ahead; k++)
    expect_equal (ERBIUM_AT (first, k), k);
  go (first, LENGTH, 2 * LENGTH, ahead);
  erbium_alloc (first, FAR);
  erbium_stall (first, 2 * LENGTH + FAR); /* more than a window, at once */
  write_ahead (first, 2 * LENGTH + ahead, 2 * LENGTH + FAR);
  go (second, LENGTH - BLOCK, 3 * LENGTH, 0); /* past it */
  for (int64_t k = 2 * LENGTH; k < 2 * LENGTH + FAR; k++)
    expect_equal (ERBIUM_AT (first, k), k);
  erbium_commit (first, 2 * LENGTH + FAR);
}

/* Each writes its blocks, one in two, and looks at them before it commits. */
static void
race (ERBIUM_VIEW (int) v, int id)
{
  uint64_t random = (uint64_t) id;
  erbium_alloc (v, 2 * BLOCK);
  for (int64_t i = 0; i < LENGTH; i += 2 * BLOCK)
    {
      int64_t own = i + (id - 1) * BLOCK;
      erbium_stall (v, i + 2 * BLOCK);
      write_ahead (v, own, own + BLOCK);
      if (i % 100 == 0)
        dither (&random);
      for (int64_t k = own; k < own + BLOCK; k++)
        expect_equal (ERBIUM_AT (v, k), k);
      erbium_commit (v, i + 2 * BLOCK);
    }
}

ERBIUM_PROCESS (race, ERBIUM_VIEW (int), int);

static void
both_at_once (void)
{
  record = erbium_new_record (int, 2, 0);
  first = producer (1);
  second = producer (2);
  ERBIUM_RUN (race, first, 1);
  ERBIUM_RUN (race, second, 2);
  erbium_join_all ();
}

int
main (void)
{
  for (int n = 0; n < 10; n++)
    both_at_once ();
  const char *task = getenv ("ERBIUM_TASK");
  bool apart = task && strcmp (task, "space") == 0; /* where it is told that both write an element */
  for (int readers = 0; readers < (apart ? 1 : 2); readers++)
    for (int ahead = 0; ahead <= HORIZON - BLOCK; ahead += HORIZON - BLOCK)
      {
        record = erbium_new_record (int, 2, readers);
        first = producer (1);
        second = producer (2);
        if (readers)
          {
            ERBIUM_VIEW (int) in = erbium_new_read_view (record);
            erbium_register (in, 1);
            erbium_free_view (in, ERBIUM_TERMINATE);
          }
        stays (ahead);
        erbium_free_view (first, ERBIUM_TERMINATE);
        erbium_free_view (second, ERBIUM_TERMINATE);
      }
}
