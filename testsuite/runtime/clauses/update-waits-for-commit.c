/* SPDX-License-Identifier: MIT */
/* update (v, i) waits until i has been committed. */
// RUN: %build
// RUN: %run %t 100
// RUN: %exits 121 %t 101 | FileCheck %s
// CHECK: true deadlock
#include "test.h"

/* Tells what it is about to commit. */
static SHARED atomic_long committed;
enum { N = 3000 };

ERBIUM_PROCESS (produce, ERBIUM_RECORD (int));
void
produce (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  uint64_t seed = 3;
  erbium_register (v, 1);
  erbium_alloc (v, 32);
  for (int i = 1; i <= N; i++)
    {
      erbium_stall (v, i);
      ERBIUM_AT (v, i - 1) = i;
      tell (&committed, i);
      erbium_commit (v, i);
      dither (&seed);
    }
}

static void
wait_often (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  uint64_t seed = 4;
  erbium_register (v, 1);
  erbium_alloc (v, 32);
  ERBIUM_RUN (produce, r);
  for (int i = 1; i <= N; i++)
    {
      erbium_update (v, i);
      expect (told (&committed) >= i);
      erbium_release (v, i);
      dither (&seed);
    }
}

/* Committed are 100: an update to 101 waits for nobody who could come. */
static void
wait_exactly (long i)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r), out = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, 100);
  erbium_alloc (out, 100);
  erbium_commit (out, 100);
  expect_equal (erbium_update (in, i), i);
}

int
main (int argc, char **argv)
{
  (void) argc;
  wait_often ();
  wait_exactly (atol (argv[1]));
}
