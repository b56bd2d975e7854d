/* SPDX-License-Identifier: MIT */
/* A communicator copies the next burst while the reader uses one, also if a burst is larger than
 * the window at first: the producer gets as far ahead as both horizons permit. */
// RUN: %build
// RUN: env ERBIUM_TASK=thread ERBIUM_WINDOWS=private ERBIUM_COMMUNICATOR=core ERBIUM_GROW=0 %timed %t
// RUN: env ERBIUM_TASK=thread ERBIUM_WINDOWS=private ERBIUM_COMMUNICATOR=shared ERBIUM_GROW=0 %timed %t
#include "test.h"

enum { BURST = (8 << 20) - 4096 }; /* a window for one has room for no other */

static atomic_long is_ahead;

ERBIUM_PROCESS (use, ERBIUM_VIEW (char));
void
use (ERBIUM_VIEW (char) v)
{
  for (int n = 0; n < 3; n++)
    {
      expect_equal (erbium_update (v, (n + 1) * BURST), (n + 1) * BURST);
      for (int wait = 0; n == 0 && !told (&is_ahead); wait++, usleep (1000))
        expect (wait < 60000);
      for (int i = n * BURST; i < (n + 1) * BURST; i++)
        if (ERBIUM_AT (v, i) != (char) (n + i % 101))
          expect (!"this element is right");
      erbium_release (v, (n + 1) * BURST);
    }
}

int
main (void)
{
  ERBIUM_RECORD (char) r = erbium_new_record (char, 1, 1);
  ERBIUM_VIEW (char) in = erbium_new_read_view (r), out = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, BURST);
  erbium_alloc (out, BURST);
  ERBIUM_RUN (use, erbium_give (in));
  for (int n = 0; n < 3; n++)
    {
      erbium_stall (out, (n + 1) * BURST);
      if (n == 2)
        tell (&is_ahead, 1);
      for (int i = n * BURST; i < (n + 1) * BURST; i++)
        ERBIUM_AT (out, i) = (char) (n + i % 101);
      erbium_commit (out, (n + 1) * BURST);
    }
  erbium_join_all ();
}
