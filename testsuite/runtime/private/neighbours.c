/* SPDX-License-Identifier: MIT */
/* A consumer that releases past the elements of its neighbours, without an update of them, does not
 * get a copy of them; one that updates them does. */
// RUN: %build
// RUN: env ERBIUM_WINDOWS=private %run %t
#include "test.h"

enum { PART = 8, PARTS = 64 };

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 2);
  ERBIUM_VIEW (int) out = erbium_new_write_view (r);
  ERBIUM_VIEW (int) all = erbium_new_read_view (r), even = erbium_new_read_view (r);
  erbium_register (out, 1);
  erbium_register (all, 1);
  erbium_register (even, 2);
  erbium_alloc (out, PART * PARTS);
  erbium_alloc (all, PART * PARTS);
  erbium_alloc (even, PART * PARTS);
  erbium_stall (out, PART * PARTS);
  for (int i = 0; i < PART * PARTS; i++)
    ERBIUM_AT (out, i) = 1 + i;
  erbium_commit (out, PART * PARTS);
  const volatile int *first = NULL;
  for (int i = 0; i < PART * PARTS; i += 2 * PART)
    {
      erbium_update (even, i + PART);
      first = i == 0 ? &ERBIUM_AT (even, 0) : first;
      for (int k = i; k < i + PART; k++)
        expect_equal (ERBIUM_AT (even, k), 1 + k);
      erbium_release (even, i + 2 * PART);
      erbium_update (all, i + 2 * PART);
      for (int k = i; k < i + 2 * PART; k++)
        expect_equal (ERBIUM_AT (all, k), 1 + k);
      erbium_release (all, i + 2 * PART);
    }
  const char *task = getenv ("ERBIUM_TASK");
  if (task && strcmp (task, "space") == 0) /* where the released pages must not be read */
    return 0;
  for (int i = 0; i < PART * PARTS; i++)
    expect_equal (first[i], i / PART % 2 == 0 ? 1 + i : 0);
}
