/* ring.c - an MPI program: each rank adds its number to what it gets, and passes it on. */
#include <mpi.h>
#include <stdio.h>

int main (int argc, char **argv)
{
  int rank, size, sum = 0;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  for (int turn = 0; turn < 3; turn++)
    {
      if (rank > 0 || turn > 0)
        MPI_Recv (&sum, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                  MPI_STATUS_IGNORE);
      sum += rank + 1;
      MPI_Send (&sum, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
    }
  if (rank == 0)
    {
      MPI_Recv (&sum, 1, MPI_INT, size - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      printf ("%d\n", sum);
    }
  MPI_Finalize ();
}
