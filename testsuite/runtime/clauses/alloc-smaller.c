/* SPDX-License-Identifier: MIT */
/* alloc with a smaller horizon than the view has changes nothing: what could be
 * stalled for, still can be. */
// RUN: %build
// RUN: %run %t
#include "test.h"

int
main (void)
{
  expect_equal (erbium_set ("GROW", "0"), 0); /* a horizon too small is a deadlock */
  struct ends e = both_ends (16);
  erbium_alloc (e.out, 4);
  erbium_alloc (e.in, 4);
  erbium_stall (e.out, 16);
  for (int i = 0; i < 16; i++)
    ERBIUM_AT (e.out, i) = i;
  erbium_commit (e.out, 16);
  erbium_update (e.in, 16);
  for (int i = 0; i < 16; i++)
    expect_equal (ERBIUM_AT (e.in, i), i);
}
