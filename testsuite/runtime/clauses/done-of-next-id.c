/* SPDX-License-Identifier: MIT */
/* A view that has seen the end, gives its id up and takes another reads the stream
 * from its beginning, and is done when it has come to the end again. */
// RUN: %build
// RUN: %run %t
#include "test.h"

enum { N = 5 };

static void
read_all (ERBIUM_VIEW (int) v)
{
  expect (!erbium_done (v));
  for (int i = 0; i < N; i++)
    {
      expect_equal (erbium_update (v, i + 1), i + 1);
      expect (!erbium_done (v));
      expect_equal (ERBIUM_AT (v, i), 7 * i);
    }
  expect_equal (erbium_update (v, N + 1), 0);
  expect (erbium_done (v));
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 2);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r), next = erbium_new_read_view (r);
  ERBIUM_VIEW (int) out = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (next, 2); /* holds its id for in, and keeps what is there */
  erbium_register (out, 1);
  erbium_alloc (in, N);
  erbium_alloc (out, N);
  for (int i = 0; i < N; i++)
    {
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = 7 * i;
      erbium_commit (out, i + 1);
    }
  erbium_free_view (out, ERBIUM_TERMINATE);
  read_all (in);
  erbium_register (in, -1);
  erbium_free_view (next, ERBIUM_HANDOVER);
  erbium_register (in, 2);
  read_all (in);
}
