/* SPDX-License-Identifier: MIT */
/* The stream ends at the smallest terminal index: a reader that waits for more
 * goes on as soon as the other producers have got there, though none of them
 * has ended and none commits what it asked for. */
// RUN: %build
// RUN: %run %t
#include "test.h"

enum { END = 5, ASKED = 10 };

/* Commits END, and ends only when the consumer says that it has seen the end. */
ERBIUM_PROCESS (lag, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
lag (ERBIUM_RECORD (int) to, ERBIUM_RECORD (int) seen)
{
  ERBIUM_VIEW (int) out = erbium_new_write_view (to), in = erbium_new_read_view (seen);
  uint64_t seed = 7;
  erbium_register (out, 2);
  erbium_alloc (out, ASKED);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  erbium_stall (out, END);
  erbium_commit (out, 3);
  dither (&seed);
  usleep (2000); /* the reader sleeps by now, or not */
  erbium_commit (out, END);
  expect_equal (erbium_update (in, 1), 1);
}

int
main (void)
{
  for (int n = rounds (50); n > 0; n--)
    {
      ERBIUM_RECORD (int) r = erbium_new_record (int, 2, 1), seen = erbium_new_record (int, 1, 1);
      ERBIUM_VIEW (int) in = erbium_new_read_view (r), first = erbium_new_write_view (r);
      ERBIUM_VIEW (int) out = erbium_new_write_view (seen);
      erbium_register (first, 1);
      erbium_alloc (first, ASKED);
      erbium_register (in, 1);
      erbium_alloc (in, ASKED);
      erbium_register (out, 1);
      erbium_alloc (out, 1);
      erbium_stall (first, END);
      erbium_commit (first, END);
      erbium_free_view (first, ERBIUM_TERMINATE);
      ERBIUM_RUN (lag, r, seen);
      expect_equal (erbium_update (in, ASKED), END);
      erbium_stall (out, 1);
      erbium_commit (out, 1);
      erbium_join_all ();
      expect_equal (erbium_update (in, ASKED), 0);
      erbium_free_view (in, ERBIUM_TERMINATE);
      erbium_free_view (out, ERBIUM_TERMINATE);
    }
}
