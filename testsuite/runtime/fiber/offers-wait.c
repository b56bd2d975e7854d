/* SPDX-License-Identifier: MIT */
/* Processes on offer get their turn also while all workers are busy: of many pairs whose turns are
 * long, each proceeds, also if few pairs share a worker, because a process occupies the other. */
// RUN: %cc %s -o %t %libs
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 %timed %t
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=2 %timed %t
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=3 %timed %t
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=2 %timed %t 2
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=2 %timed %t 3
#include "test.h"
#include "busy.h"

enum { PAIRS = 8, ENOUGH = 50, TURN = 50000 /* ns */ };

static int pairs = PAIRS;

typedef ERBIUM_RECORD (int) record;

static atomic_int have_enough;

ERBIUM_PROCESS (produce, record);
ERBIUM_PROCESS (consume, record);
ERBIUM_PROCESS (occupy);
ERBIUM_PROCESS (start);

/* Goes on until all have enough. */
void
produce (record r)
{
  ERBIUM_VIEW (int) out = erbium_new_write_view (r);
  erbium_register (out, 1);
  erbium_alloc (out, 1);
  for (int i = 0; atomic_load (&have_enough) < pairs; i++)
    {
      erbium_stall (out, i + 1);
      compute_for (TURN);
      ERBIUM_AT (out, i) = i;
      erbium_commit (out, i + 1);
    }
}

void
consume (record r)
{
  ERBIUM_VIEW (int) in = erbium_new_read_view (r);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  for (int i = 0; erbium_update (in, i + 1) > i; i++)
    {
      compute_for (TURN);
      expect_equal (ERBIUM_AT (in, i), i);
      if (i == ENOUGH)
        atomic_fetch_add (&have_enough, 1);
      erbium_release (in, i + 1);
    }
}

void
occupy (void)
{
  while (atomic_load (&have_enough) < pairs)
    compute_for (TURN);
}

/* All pairs begin on one worker. */
void
start (void)
{
  if (pairs < PAIRS)
    ERBIUM_RUN (occupy);
  for (int n = 0; n < pairs; n++)
    {
      record r = erbium_new_record (int, 1, 1);
      ERBIUM_RUN (consume, r);
      ERBIUM_RUN (produce, r);
    }
}

int
main (int argc, char **argv)
{
  if (argc > 1)
    pairs = atoi (argv[1]);
  ERBIUM_RUN (start);
  erbium_join_all ();
}
