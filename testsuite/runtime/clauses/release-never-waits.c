/* SPDX-License-Identifier: MIT */
/* release never waits, with no producer there or none that needs the room: in a
 * program of one process any wait would be a deadlock. */
// RUN: %build
// RUN: %run %t
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (char) r = erbium_new_record (char, 2, 3);
  ERBIUM_VIEW (char) in = erbium_new_read_view (r);
  erbium_register (in, 3);
  erbium_alloc (in, 10);
  for (int i = 0; i < 1000; i++)
    erbium_release (in, 0);
}
