/* SPDX-License-Identifier: MIT */
/* multicast.c - collective calls that every rank reads, between messages from rank to rank.
 *
 *   multicast STEPS         steps with their own checks; rank 0 prints a sum of all results
 *   multicast slow          a rank that takes nothing for a while, so that rings fill
 *   multicast missing       the root does not call MPI_Bcast
 *   multicast long          the root sends more than the others expect
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 100000 };

static int rank, ranks;
static int all[128 * 300], big[MOST], sums[MOST];
static long total;

static void
expect (int got, int wanted, const char *what, int step)
{
  total += got;
  if (got == wanted)
    return;
  printf ("rank %d, step %d: %s is %d instead of %d\n", rank, step, what, got, wanted);
  MPI_Abort (MPI_COMM_WORLD, 3);
}

/* The sizes of messages in a header, in one piece, in several, and offered. */
static const int counts[] = { 0, 1, 10, 11, 300, 4000, 20000, MOST };

static void
broadcast (int step, MPI_Comm comm)
{
  int size, self, count = counts[step % 8];
  MPI_Comm_size (comm, &size);
  MPI_Comm_rank (comm, &self);
  int root = step % size;
  for (int n = 0; n < count; n++)
    big[n] = self == root ? step + n : -1;
  MPI_Bcast (big, count, MPI_INT, root, comm);
  for (int n = 0; n < count; n++)
    expect (big[n], step + n, "a broadcast", step);
}

/* Every second element. */
static void
broadcast_gaps (int step)
{
  MPI_Datatype gaps;
  int count = counts[step % 8] / 2, root = step % ranks;
  MPI_Type_vector (count, 1, 2, MPI_INT, &gaps);
  MPI_Type_commit (&gaps);
  for (int n = 0; n < 2 * count; n++)
    big[n] = rank == root ? step + n : -1;
  MPI_Bcast (big, 1, gaps, root, MPI_COMM_WORLD);
  for (int n = 0; n < 2 * count; n++)
    expect (big[n], n % 2 && rank != root ? -1 : step + n, "a broadcast with gaps", step);
  MPI_Type_free (&gaps);
}

static void
gather_all (int step)
{
  int count = counts[step % 5];
  for (int n = 0; n < count * ranks; n++)
    all[n] = n / (count ? count : 1) == rank ? step + n : -1;
  MPI_Allgather (MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, count, MPI_INT, MPI_COMM_WORLD);
  for (int n = 0; n < count * ranks; n++)
    expect (all[n], step + n, "an allgather", step);
}

static void
gather_long (int step)
{
  int count = MOST / ranks;
  for (int n = 0; n < count; n++)
    sums[n] = step + rank + n;
  MPI_Allgather (sums, count, MPI_INT, big, count, MPI_INT, MPI_COMM_WORLD);
  for (int n = 0; n < count * ranks; n++)
    expect (big[n], step + n / count + n % count, "a long allgather", step);
}

static void
reduce_all (int step)
{
  int count = counts[step % 8];
  for (int n = 0; n < count; n++)
    big[n] = rank + n % 100 + step;
  MPI_Allreduce (big, sums, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  for (int n = 0; n < count; n++)
    expect (sums[n], ranks * (ranks - 1) / 2 + ranks * (n % 100 + step), "a sum", step);
}

/* A message from each rank to the next one is on its way during other calls. */
static void
send_around (int step)
{
  int to = (rank + 1) % ranks, from = (rank + ranks - 1) % ranks, got = -1, mine = step + rank;
  MPI_Send (&mine, 1, MPI_INT, to, step, MPI_COMM_WORLD);
  broadcast (step, MPI_COMM_WORLD);
  MPI_Recv (&got, 1, MPI_INT, from, step, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  expect (got, step + from, "a message", step);
}

static void
play (int steps)
{
  MPI_Comm same, half;
  MPI_Comm_dup (MPI_COMM_WORLD, &same);
  MPI_Comm_split (MPI_COMM_WORLD, rank % 2, -rank, &half);
  for (int step = 0; step < steps; step++)
    {
      broadcast (step, MPI_COMM_WORLD);
      broadcast (step / 2, same);
      broadcast (step / 3, half);
      broadcast_gaps (step);
      gather_all (step);
      reduce_all (step);
      send_around (step);
      if (step % 5 == 0)
        MPI_Barrier (MPI_COMM_WORLD);
      if (step % 7 == 0)
        gather_long (step);
    }
  MPI_Comm_free (&same);
  MPI_Comm_free (&half);
}

/* The last rank sleeps; the others are ahead by more than a ring holds. */
static void
be_slow (void)
{
  int last = rank == ranks - 1;
  if (last)
    usleep (200000);
  for (int step = 0; step < 1000; step++)
    {
      int x = rank == 0 ? step : -1;
      MPI_Bcast (&x, 1, MPI_INT, 0, MPI_COMM_WORLD);
      expect (x, step, "a broadcast", step);
      big[0] = big[299] = rank == 0 ? step : -1;
      MPI_Bcast (big, 300, MPI_INT, 0, MPI_COMM_WORLD);
      expect (big[0] + big[299], 2 * step, "a longer broadcast", step);
    }
}

int
main (int argc, char **argv)
{
  long result = 0;
  const char *mode = argc > 1 ? argv[1] : "10";
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &ranks);
  if (!strcmp (mode, "missing"))
    {
      if (rank)
        MPI_Bcast (big, 1, MPI_INT, 0, MPI_COMM_WORLD); /* at a line that the test names */
    }
  else if (!strcmp (mode, "long"))
    MPI_Bcast (big, rank ? 5 : 7, MPI_INT, 0, MPI_COMM_WORLD);
  else if (!strcmp (mode, "slow"))
    be_slow ();
  else
    play (atoi (mode));
  MPI_Reduce (&total, &result, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf ("%d ranks: %ld\n", ranks, result);
  MPI_Finalize ();
  return 0;
}
