/* SPDX-License-Identifier: MIT */
/* The last rank alone prints. */
#include <mpi.h>
#include <stdio.h>

int
main (int argc, char **argv)
{
  int rank, ranks;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &ranks);
  if (rank == ranks - 1)
    printf ("from rank %d\n", rank);
  MPI_Finalize ();
  return 0;
}
