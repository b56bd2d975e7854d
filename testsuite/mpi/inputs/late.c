/* SPDX-License-Identifier: MIT */
/* late.c - rank 0 copies a long message after a short one of the same tag has arrived. */
#include <mpi.h>
#include <stdio.h>

enum { LONG = 30000 };

int
main (int argc, char **argv)
{
  static int x[LONG];
  int rank, last = 3;
  MPI_Request r[2];
  MPI_Status s[2];
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  if (rank == 1)
    {
      x[0] = 1;
      MPI_Isend (x, LONG, MPI_INT, 0, 1, MPI_COMM_WORLD, &r[0]);
      MPI_Isend (&(int) { 2 }, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &r[1]);
      MPI_Waitall (2, r, MPI_STATUSES_IGNORE);
      MPI_Send (&last, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
    }
  else
    {
      MPI_Recv (&last, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, s);
      printf ("%d", last);
      for (int n = 0; n < 2; n++)
        {
          MPI_Recv (x, LONG, MPI_INT, 1, 1, MPI_COMM_WORLD, s);
          printf (" %d", x[0]);
        }
      printf ("\n");
    }
  MPI_Finalize ();
  return 0;
}
