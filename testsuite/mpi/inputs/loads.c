/* SPDX-License-Identifier: MIT */
/* loads.c - refers to the data of MPICH's library that programs need when they are loaded. */
#include <mpi.h>
#include <stdio.h>

int
main (void)
{
  int *const data[] = { MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY };
  printf ("%d\n", data[0] && data[1] && data[0] != data[1]);
  return 0;
}
