/* SPDX-License-Identifier: MIT */
/* An index of 32 bits is taken against the view's own index, however far the
 * others, or the view's own commits, are beyond what it has looked at. */
// RUN: %build
// RUN: %run %t
#include "test.h"

enum { N = 1000, HORIZON = 100 };
static const erbium_index far = (INT64_C (3) << 31) + 3000; /* so that the nearest is another */

/* Producers have left all from N on to others, who are 2^32 ahead and more. */
static void
reader_is_behind (bool observer)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, observer ? 0 : 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r), out = erbium_new_write_view (r);
  erbium_register (out, 1);
  erbium_alloc (out, N);
  if (!observer)
    erbium_register (in, 1);
  erbium_alloc (in, HORIZON);
  erbium_stall (out, N);
  for (int k = 0; k < N; k++)
    ERBIUM_AT (out, k) = k;
  erbium_commit (out, far);
  for (uint32_t i = 0; i < N; i++)
    {
      expect_equal (erbium_update (in, i + 1), i + 1);
      expect_equal (erbium_update (in, i), i); /* what is not beyond it */
      expect_equal (ERBIUM_AT (in, i), i);
      erbium_release (in, i + 1);
    }
  expect_equal (erbium_update (in, far), far);
  expect_equal (erbium_update (in, (uint32_t) far - 1), far - 1);
  expect_equal (erbium_update (in, (uint32_t) far), far);
}

/* What the producer leaves to others it does not stall for.  Then it needs room
 * again: it is not there, and everybody waits. */
static void
writer_is_ahead (bool waits)
{
  struct ends e = both_ends (HORIZON);
  erbium_stall (e.out, 1);
  erbium_commit (e.out, 1);
  erbium_commit (e.out, far / 2);
  erbium_commit (e.out, far);
  uint32_t i = (uint32_t) far;
  erbium_release (e.in, far);
  for (int n = 0; n < N; n++, i++)
    {
      erbium_stall (e.out, i + 1);
      ERBIUM_AT (e.out, i) = n;
      erbium_commit (e.out, i + 1);
      expect_equal (erbium_update (e.in, far + n + 1), far + n + 1);
      expect_equal (ERBIUM_AT (e.in, far + n), n);
      erbium_release (e.in, far + n + 1);
    }
  if (waits)
    {
      erbium_commit (e.out, 2 * far);
      erbium_stall (e.out, (uint32_t) (2 * far) + 1); /* nobody has released that */
    }
}

// RUN: env ERBIUM_GROW=0 %exits 121 %t waits | FileCheck %s
// CHECK: stall
int
main (int argc, char **argv)
{
  (void) argv;
  reader_is_behind (false);
  reader_is_behind (true);
  writer_is_ahead (argc > 1);
}
