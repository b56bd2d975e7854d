/* SPDX-License-Identifier: MIT */
/* An unregistered read view never holds a producer back, may miss elements, and
 * is able to ask what it missed: what it says it has not missed is whole. */
// RUN: %build
// RUN: %run %t
#include "test.h"

enum { N = 200000, HORIZON = 256, BURST = 32 };

static SHARED atomic_long finished;

ERBIUM_PROCESS (produce, ERBIUM_RECORD (uint64_t));
void
produce (ERBIUM_RECORD (uint64_t) r)
{
  ERBIUM_VIEW (uint64_t) v = erbium_new_write_view (r);
  uint64_t seed = 1;
  erbium_register (v, 1);
  erbium_alloc (v, HORIZON);
  for (int64_t i = 0; i < N; i += BURST)
    {
      erbium_stall (v, i + BURST);
      for (int64_t k = i; k < i + BURST; k++)
        ERBIUM_AT (v, k) = mixed ((uint64_t) k);
      erbium_commit (v, i + BURST);
      if (chance (&seed) % 256 == 0)
        usleep (1);
    }
  tell (&finished, 1);
}

/* An observer reads elements while they may be overwritten, and asks afterwards
 * whether they were.  That is a data race by design; the thread sanitizer is
 * told not to look at this one function. */
__attribute__ ((no_sanitize ("thread"), noinline)) static void
look (ERBIUM_VIEW (uint64_t) v, int64_t from, int64_t to, uint64_t *copy)
{
  for (int64_t k = from; k < to; k++)
    copy[k - from] = *(volatile uint64_t *) &ERBIUM_AT (v, k);
}

int
main (void)
{
  ERBIUM_RECORD (uint64_t) r = erbium_new_record (uint64_t, 1, 0);
  ERBIUM_VIEW (uint64_t) v = erbium_new_read_view (r);
  erbium_index i = 0, seen = 0, lost = 0, to;
  uint64_t copy[BURST], seed = 2;
  erbium_alloc (v, HORIZON);
  expect_equal (erbium_missed (v), 0);
  ERBIUM_RUN (produce, r);
  for (; (to = erbium_update (v, i + BURST)) > i; i = to)
    {
      look (v, i, to, copy);
      erbium_index missed = erbium_missed (v);
      expect (missed >= 0 && missed <= to - i);
      for (int64_t k = i + missed; k < to; k++)
        expect_equal (copy[k - i], mixed ((uint64_t) k));
      seen += to - i - missed;
      lost += missed;
      erbium_release (v, to);
      dither (&seed);
    }
  expect (erbium_done (v));
  expect_equal (told (&finished), 1);
  expect_equal (seen + lost, N);

  /* A view that connects when all has been written has missed nearly all. */
  ERBIUM_RECORD (uint64_t) late = erbium_new_record (uint64_t, 1, 0);
  ERBIUM_VIEW (uint64_t) in = erbium_new_read_view (late);
  ERBIUM_VIEW (uint64_t) out = erbium_new_write_view (late);
  erbium_register (out, 1);
  erbium_alloc (in, 1);
  erbium_alloc (out, HORIZON);
  for (int k = HORIZON; k < 1000000; k += HORIZON) /* no reader to wait for */
    {
      erbium_stall (out, k);
      erbium_commit (out, k);
    }
  erbium_commit (out, 1000000);
  erbium_update (in, 1000000);
  expect (erbium_missed (in) > 900000);
  erbium_release (in, 1000000 - 1);
  expect_equal (erbium_missed (in), 0);

  /* A registered one that gives its id up has what it updated, and may miss all of it. */
  struct ends e = both_ends (10);
  erbium_stall (e.out, 10);
  erbium_commit (e.out, 10);
  erbium_update (e.in, 5);
  erbium_update (e.in, 8);
  erbium_register (e.in, -1);
  expect_equal (erbium_missed (e.in), 0);
  for (int k = 20; k < 1000000; k += 10)
    {
      erbium_stall (e.out, k);
      erbium_commit (e.out, k);
    }
  expect (erbium_missed (e.in) >= 8);
}
