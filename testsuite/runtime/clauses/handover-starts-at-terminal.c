/* SPDX-License-Identifier: MIT */
/* A view that takes an id over starts at its predecessor's terminal index: that
 * is its commit or release index before it has called any primitive. */
// RUN: %build
// RUN: env ERBIUM_GROW=0 %run %t
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r), next_in = erbium_new_read_view (r);
  ERBIUM_VIEW (int) out = erbium_new_write_view (r), next_out = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, 10);
  erbium_alloc (out, 10);
  erbium_alloc (next_in, 10);
  erbium_alloc (next_out, 10);
  erbium_stall (out, 10);
  for (int i = 0; i < 10; i++)
    ERBIUM_AT (out, i) = i;
  erbium_commit (out, 10);
  erbium_update (in, 8);
  erbium_release (in, 7);
  erbium_free_view (in, ERBIUM_HANDOVER);
  erbium_register (next_in, 1);
  erbium_stall (out, 17); /* a deadlock if the release index were below 7 */
  erbium_free_view (out, ERBIUM_HANDOVER);
  erbium_register (next_out, 1);
  erbium_free_view (next_out, ERBIUM_TERMINATE);
  expect_equal (erbium_update (next_in, 7), 7); /* behind it already */
  expect_equal (erbium_update (next_in, 20), 10);
  for (int i = 7; i < 10; i++)
    expect_equal (ERBIUM_AT (next_in, i), i);
  expect_equal (erbium_update (next_in, 20), 0);
}
