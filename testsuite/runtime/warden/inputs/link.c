/* SPDX-License-Identifier: MIT */
/* link.c - a link to no MPI: rank 1 is killed as MPI begins, and the others wait for it. */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "rank/link/rank_link.h"

static const char *
begin (int *rank, int *ranks)
{
  (void) rank;
  (void) ranks;
  if (atoi (getenv ("OMPI_COMM_WORLD_RANK")) == 1)
    kill (getpid (), SIGKILL);
  sleep (1000);
  return "nobody has killed this rank";
}

extern const struct erb_link erb_link_table;
const struct erb_link erb_link_table
  = { .version = ERB_LINK_VERSION, .name = "openmpi", .begin = begin };
