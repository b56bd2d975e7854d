/* SPDX-License-Identifier: MIT */
/* reversed.c - collective calls in a communicator with all ranks of the job in another order. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 100000 };

static int rank, ranks, wrong;
static MPI_Comm reversed;

static int
value_of (int from, int k)
{
  return from * 1000003 + k;
}

/* Each rank gives count numbers, by its rank in the communicator. */
static void
gather (int count)
{
  int *mine = malloc ((size_t) count * sizeof *mine);
  int *all = malloc ((size_t) (count * ranks) * sizeof *all);
  for (int k = 0; k < count; k++)
    mine[k] = value_of (rank, k);
  MPI_Allgather (mine, count, MPI_INT, all, count, MPI_INT, reversed);
  for (int from = 0; from < ranks; from++)
    for (int k = 0; k < count; k++)
      wrong += all[from * count + k] != value_of (from, k);
  free (mine);
  free (all);
}

static void
broadcast (int count)
{
  int *data = malloc ((size_t) count * sizeof *data);
  for (int root = 0; root < ranks; root++)
    {
      for (int k = 0; k < count; k++)
        data[k] = rank == root ? value_of (root, k) : -1;
      MPI_Bcast (data, count, MPI_INT, root, reversed);
      for (int k = 0; k < count; k++)
        wrong += data[k] != value_of (root, k);
    }
  free (data);
}

/* Keeps the operand of the lower rank: the order of operands is that of the communicator. */
static void
first_of (void *in, void *inout, int *count, MPI_Datatype *type)
{
  (void) type;
  for (int k = 0; k < *count; k++)
    ((int *) inout)[k] = ((int *) in)[k];
}

static void
reduce (int count)
{
  MPI_Op first;
  int *mine = malloc ((size_t) count * sizeof *mine);
  int *result = malloc ((size_t) count * sizeof *result);
  MPI_Op_create (first_of, 0, &first);
  for (int k = 0; k < count; k++)
    mine[k] = value_of (rank, k);
  MPI_Allreduce (mine, result, count, MPI_INT, first, reversed);
  for (int k = 0; k < count; k++)
    wrong += result[k] != value_of (0, k);
  MPI_Op_free (&first);
  free (mine);
  free (result);
}

int
main (int argc, char **argv)
{
  int world, all = 0;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &world);
  MPI_Comm_split (MPI_COMM_WORLD, 0, -world, &reversed);
  MPI_Comm_rank (reversed, &rank);
  MPI_Comm_size (reversed, &ranks);
  wrong += rank != ranks - 1 - world;
  for (int count = 1; count <= MOST; count *= 10)
    {
      gather (count);
      MPI_Barrier (reversed);
      broadcast (count);
      reduce (count);
    }
  MPI_Reduce (&wrong, &all, 1, MPI_INT, MPI_SUM, 0, reversed);
  if (rank == 0)
    printf ("%d ranks, %d wrong\n", ranks, all);
  MPI_Comm_free (&reversed);
  MPI_Finalize ();
}
