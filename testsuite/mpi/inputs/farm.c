/* SPDX-License-Identifier: MIT */
/* farm.c - rank 0 deals tasks to whoever asks, by receives of any source and tests. */
#include <mpi.h>
#include <stdio.h>

int
main (int argc, char **argv)
{
  int rank, ranks, x = 0, flag;
  MPI_Status s;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &ranks);
  if (rank == 0)
    for (int task = 0, left = ranks - 1; left; task++)
      {
        int next = task < 40 ? task : -1;
        MPI_Iprobe (MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &s);
        MPI_Recv (&x, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        printf ("%d %d %d\n", s.MPI_SOURCE, x, flag);
        MPI_Send (&next, 1, MPI_INT, s.MPI_SOURCE, 0, MPI_COMM_WORLD);
        left -= next < 0;
      }
  else
    for (int task = 0; task >= 0;)
      {
        for (volatile int n = 0; n < (task * 7919 + rank * 104729) % 20000; n++)
          ;
        x = x * 31 + task + rank;
        MPI_Send (&x, 1, MPI_INT, 0, rank, MPI_COMM_WORLD);
        MPI_Recv (&task, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      }
  MPI_Finalize ();
  return 0;
}
