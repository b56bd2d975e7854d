/* SPDX-License-Identifier: MIT */
/* places.c - which process of the way with LC runs on which processor. */
#define _GNU_SOURCE
#include <sched.h>

#include "job.h"

/* Returns the nth processor that the program may use; those beyond the workers' ones are taken
 * again and again.  Returns -1 if there are no more than workers. */
static int
processor (const struct job *j, int n)
{
  static cpu_set_t set; /* before the process went to one of them */
  if (CPU_COUNT (&set) == 0 && sched_getaffinity (0, sizeof set, &set) != 0)
    return -1;
  int others = CPU_COUNT (&set) - j->workers;
  if (others < 1)
    return -1;
  if (n >= j->workers)
    n = j->workers + (n - j->workers) % others;
  for (int i = 0; i < CPU_SETSIZE; i++)
    if (CPU_ISSET (i, &set) && n-- == 0)
      return i;
  return -1;
}

/* Where this fails, the system places the process. */
static void
go_to (int processor)
{
  cpu_set_t one;
  if (processor < 0)
    return;
  CPU_ZERO (&one);
  CPU_SET (processor, &one);
  sched_setaffinity (0, sizeof one, &one);
}

void
go_to_worker_place (const struct job *j, int worker)
{
  go_to (processor (j, worker));
}

void
go_to_other_place (const struct job *j)
{
  go_to (processor (j, j->workers));
}

const int *
communicator_place (const struct job *j, int worker)
{
  static int to[CPU_SETSIZE];
  int place = processor (j, j->workers + 1 + worker);
  for (int i = 0; i < CPU_SETSIZE; i++)
    to[i] = place;
  return place < 0 ? NULL : to;
}
