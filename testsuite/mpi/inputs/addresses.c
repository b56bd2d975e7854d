/* SPDX-License-Identifier: MIT */
/* addresses.c - how many other ranks have the process of this one. */
#include <stdio.h>
#include <unistd.h>

#include <mpi.h>

int
main (int count, char **argument)
{
  int rank, ranks, same = 0, mine = (int) getpid (), all[128];
  MPI_Init (&count, &argument);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &ranks);
  MPI_Allgather (&mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
  for (int r = 0; r < ranks; r++)
    same += r != rank && all[r] == mine;
  printf ("%d of %d ranks are in my process\n", same, ranks - 1);
  MPI_Finalize ();
}
