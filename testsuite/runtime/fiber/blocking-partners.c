/* SPDX-License-Identifier: MIT */
/* Pairs of processes, each of which blocks now and then and so comes back from a thread of its own,
 * while workers give processes and their partners to each other. */
// RUN: %cc %s -o %t %libs
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=2 %timed %t
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=5 %timed %t
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=3 ERBIUM_PLACE=wander %timed %t
#include "ints.h"

enum { PAIRS = 16, BURST = 50, N = 800 * BURST, EVERY = 3, ROUNDS = 8 };

/* Each process blocks after other bursts. */
static void
rest (int burst)
{
  if (burst % EVERY == 0)
    erbium_blocking { usleep (1); }
}

ERBIUM_PROCESS (writer, record, int);
void
writer (record r, int id)
{
  view v = writes (r, 4 * BURST);
  for (int i = 0, k = id; i < N; i += BURST, k++)
    {
      write_up_to (v, i, i + BURST);
      rest (k);
    }
}

ERBIUM_PROCESS (reader, record, int);
void
reader (record r, int id)
{
  view v = reads (r, BURST);
  for (int i = 0, k = id + 1; i < N; i += BURST, k++)
    {
      expect_equal (erbium_update (v, i + BURST), i + BURST);
      for (int j = i; j < i + BURST; j++)
        expect_equal (ERBIUM_AT (v, j), j);
      erbium_release (v, i + BURST);
      rest (k);
    }
}

int
main (void)
{
  for (int round = 0; round < ROUNDS; round++)
    {
      for (int k = 0; k < PAIRS; k++)
        {
          record r = erbium_new_record (int, 1, 1);
          ERBIUM_RUN (writer, r, k);
          ERBIUM_RUN (reader, r, k);
        }
      erbium_join_all ();
    }
}
