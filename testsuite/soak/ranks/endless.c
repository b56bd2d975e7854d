/* SPDX-License-Identifier: MIT */
/* endless.c - a ring of processes, one more than there are ranks, that never ends: each adds one to
 * what it gets.  Some ranks compute, others wait, at any moment. */
#include <stdio.h>
#include <stdlib.h>

#include "erbium.h"

typedef ERBIUM_RECORD (long) numbers;

ERBIUM_PROCESS (pass, numbers, numbers, int);
void
pass (numbers from, numbers to, int first)
{
  ERBIUM_VIEW (long) in = erbium_new_read_view (from), out = erbium_new_write_view (to);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, 64);
  erbium_alloc (out, 64);
  for (int64_t i = 0, ahead = 16 * first;; i++)
    {
      if (i >= ahead)
        erbium_update (in, i - ahead + 1);
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = i < ahead ? i : ERBIUM_AT (in, i - ahead) + 1;
      if (i >= ahead)
        erbium_release (in, i - ahead + 1);
      erbium_commit (out, i + 1);
    }
}

int
main (int count, char **argument)
{
  enum { MOST = 64 };
  int processes = count > 1 ? atoi (argument[1]) : 3;
  numbers ring[MOST];
  processes = processes < 2 ? 2 : processes > MOST ? MOST : processes;
  for (int k = 0; k < processes; k++)
    ring[k] = erbium_new_record (long, 1, 1);
  for (int k = 0; k < processes; k++)
    ERBIUM_RUN (pass, ring[k], ring[(k + 1) % processes], k == 0);
  fprintf (stderr, "running\n");
}
