/* SPDX-License-Identifier: MIT */
/* No wait ends late for ever: what has been committed or released reaches the
 * partner that sleeps, though its process then blocks in the kernel and calls
 * no primitive again until it has been answered. */
// RUN: %build
// RUN: %run %t
#include "test.h"

ERBIUM_PROCESS (answer, ERBIUM_RECORD (char), int);
void
answer (ERBIUM_RECORD (char) r, int pipe)
{
  ERBIUM_VIEW (char) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1 << 14);
  for (int64_t i = 0; erbium_update (v, i + 1) > i; i++)
    {
      char c = ERBIUM_AT (v, i);
      erbium_release (v, i + 1);
      expect_equal (write (pipe, &c, 1), 1);
    }
}

int
main (void)
{
  ERBIUM_RECORD (char) r = erbium_new_record (char, 1, 1);
  ERBIUM_VIEW (char) v = erbium_new_write_view (r);
  int ends[2];
  uint64_t seed = 1;
  expect_equal (pipe (ends), 0);
  erbium_register (v, 1);
  erbium_alloc (v, 1 << 14);
  ERBIUM_RUN (answer, r, ends[1]);
  for (int i = 0; i < 2000; i++)
    {
      char c;
      if (chance (&seed) % 64 == 0)
        usleep (chance (&seed) % 5000); /* the consumer gets to sleep deeper */
      erbium_stall (v, i + 1);
      ERBIUM_AT (v, i) = (char) i;
      erbium_commit (v, i + 1);
      expect_equal (read (ends[0], &c, 1), 1);
      expect_equal (c, (char) i);
    }
}
