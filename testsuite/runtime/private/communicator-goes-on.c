/* SPDX-License-Identifier: MIT */
/* A communicator copies, and lets the producer go on, while the reader calls no primitive; also if
 * it has slept, until elements come or until there is room. */
// RUN: %build
// RUN: env ERBIUM_WINDOWS=private ERBIUM_COMMUNICATOR=core ERBIUM_TASK=thread %timed %t 1
// RUN: env ERBIUM_WINDOWS=private ERBIUM_COMMUNICATOR=core ERBIUM_TASK=thread %timed %t 3
// RUN: env ERBIUM_WINDOWS=private ERBIUM_COMMUNICATOR=shared ERBIUM_TASK=thread %timed %t 3
// RUN: env ERBIUM_WINDOWS=private ERBIUM_COMMUNICATOR=core ERBIUM_SPIN=0 ERBIUM_TASK=thread %timed %t 1
#include "test.h"

/* Two horizons and a page are 16 KiB, so a window has room for exactly two horizons. */
struct element { int number; char more[508]; };
enum { HORIZON = 12, AHEAD = 3 * HORIZON };

static atomic_long ahead;

ERBIUM_PROCESS (produce, ERBIUM_VIEW (struct element), int);
void
produce (ERBIUM_VIEW (struct element) v, int n)
{
  for (int i = 0; i < n; i += HORIZON)
    {
      usleep (i % AHEAD == 0 ? 0 : 300); /* longer than processes spin */
      erbium_stall (v, i + HORIZON);
      for (int k = i; k < i + HORIZON; k++)
        ERBIUM_AT (v, k).number = 7 * k;
      erbium_commit (v, i + HORIZON);
      tell (&ahead, i + HORIZON);
    }
}

/* The reader takes one horizon or three, and waits until the producer is three ahead of that. */
int
main (int argc, char **argv)
{
  int n = AHEAD * rounds (40), step = HORIZON * (argc > 1 ? atoi (argv[1]) : 1);
  ERBIUM_RECORD (struct element) r = erbium_new_record (struct element, 1, 1);
  ERBIUM_VIEW (struct element) in = erbium_new_read_view (r), out = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, HORIZON);
  erbium_alloc (out, HORIZON);
  ERBIUM_RUN (produce, out, n);
  erbium_update (in, 1); /* from here on it is served */
  for (int i = 0; i < n; i += step)
    {
      while (told (&ahead) < (i + AHEAD < n ? i + AHEAD : n)) /* for ever, if nobody copied */
        usleep (50);
      expect_equal (erbium_update (in, i + step), i + step);
      for (int k = i; k < i + step; k++)
        expect_equal (ERBIUM_AT (in, k).number, 7 * k);
      erbium_release (in, i + step);
    }
}
