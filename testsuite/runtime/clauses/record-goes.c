/* SPDX-License-Identifier: MIT */
/* A record goes when every registered id has terminated and no view is
 * connected: the memory of many, one after the other, does not add up. */
// RUN: %build
// RUN: %run %t
#include <sys/resource.h>
#include "test.h"

enum { WINDOW = 1 << 20 };

static void
one_record (void)
{
  ERBIUM_RECORD (char) r = erbium_new_record (char, 1, 1);
  ERBIUM_VIEW (char) in = erbium_new_read_view (r), out = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (out, WINDOW);
  erbium_alloc (in, WINDOW);
  erbium_stall (out, WINDOW);
  for (int i = 0; i < WINDOW; i += 4096)
    ERBIUM_AT (out, i) = 1;
  erbium_commit (out, WINDOW);
  erbium_free_view (out, ERBIUM_TERMINATE);
  expect_equal (erbium_update (in, WINDOW), WINDOW);
  expect_equal (ERBIUM_AT (in, 4096), 1);
  erbium_free_view (in, ERBIUM_TERMINATE);
}

static long
memory (void)
{
  struct rusage use;
  getrusage (RUSAGE_SELF, &use);
  return use.ru_maxrss; /* KiB */
}

int
main (void)
{
  int n = rounds (400);
  for (int k = 0; k < 10; k++)
    one_record ();
  long early = memory ();
  for (int k = 0; k < n; k++)
    one_record ();
  expect (memory () < early + 16 * 1024 + n); /* n windows are n MiB */
}
