/* SPDX-License-Identifier: MIT */
/* ring.h - a true deadlock: processes each of whom waits for what the one before would bring, and
 * brings what the next waits for; and one that goes on meanwhile. */
#ifndef RING_H
#define RING_H

#include "test.h"

ERBIUM_PROCESS (one, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
one (ERBIUM_RECORD (int) from, ERBIUM_RECORD (int) to)
{
  ERBIUM_VIEW (int) in = erbium_new_read_view (from), out = erbium_new_write_view (to);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  erbium_register (out, 1);
  erbium_update (in, 1);
  erbium_commit (out, 1);
}

__attribute__ ((unused)) static void
run_ring_of_two (void)
{
  ERBIUM_RECORD (int) a = erbium_new_record (int, 1, 1), b = erbium_new_record (int, 1, 1);
  ERBIUM_RUN (one, a, b);
  ERBIUM_RUN (one, b, a);
}

ERBIUM_PROCESS (busy);
void
busy (void)
{
  for (int i = 0; i < 20; i++)
    usleep (100000); /* longer than the runtime takes to see a deadlock */
  fprintf (stderr, "the others have ended\n");
}

#endif
