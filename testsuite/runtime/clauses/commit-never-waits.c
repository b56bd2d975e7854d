/* SPDX-License-Identifier: MIT */
/* commit never waits, whether or not anybody reads or has registered: this
 * program has one process, so any wait would be a deadlock. */
// RUN: %build
// RUN: %run %t
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (char) r = erbium_new_record (char, 2, 3);
  ERBIUM_VIEW (char) out = erbium_new_write_view (r);
  erbium_register (out, 2);
  for (erbium_index i = 1; i < 100000; i++)
    erbium_commit (out, i);
  erbium_commit (out, INT64_C (1) << 60);
}
