/* SPDX-License-Identifier: MIT */
/* sealed.c - prints what differs from run to run unless the program is sealed. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int
main (int argc, char **argv)
{
  int rank, ranks, got;
  unsigned char random[4];
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &ranks);
  double start = MPI_Wtime ();
  usleep (100);
  MPI_Sendrecv (&rank, 1, MPI_INT, (rank + 1) % ranks, 0, &got, 1, MPI_INT,
                (rank - 1 + ranks) % ranks, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (getentropy (random, sizeof random) != 0)
    abort ();
  printf ("rank %d of %d: %d %.9f %.9f %ld %02x%02x%02x%02x\n", rank, ranks, got, start,
          MPI_Wtime () - start, (long) time (NULL), random[0], random[1], random[2], random[3]);
  MPI_Finalize ();
  return 0;
}
