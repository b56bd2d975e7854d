/* SPDX-License-Identifier: MIT */
/* An element of a read view is live from update to release, however small the
 * horizon is: what is not released nobody overwrites.  An observer holds nobody
 * back, and has its horizon. */
// RUN: %build
// RUN: %run %t
// RUN: env ERBIUM_CHECK=1 %exits 120 %t observer | FileCheck %s
#include "test.h"

enum { N = 10 };

int
main (int argc, char **argv)
{
  (void) argv;
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r), out = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, 1);
  erbium_alloc (out, N);
  for (int i = 0; i < N; i++)
    {
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = 100 + i;
      erbium_commit (out, i + 1);
    }
  erbium_update (in, N);
  for (int i = 0; i < N; i++)
    expect_equal (ERBIUM_AT (in, i), 100 + i);
  expect_equal (ERBIUM_SPAN (in, 2, N)[7], 109);
  erbium_release (in, 4);
  expect_equal (ERBIUM_AT (in, 4), 104);
  if (argc == 1)
    return 0;
  erbium_register (in, -1);
  expect_equal (ERBIUM_AT (in, N - 1), 109);
  return ERBIUM_AT (in, N - 2);
  // CHECK: read-live-until-released.c:[[#@LINE-1]]: error: access to element 8 of read view 1 (unregistered) of record 1 ({{.*}}), whose window is [9, 10), in process 'main'
}
