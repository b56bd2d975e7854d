/* SPDX-License-Identifier: MIT */
/* sort.c - sorts numbers by samples: each rank sorts its share, all agree on the borders between
 * ranks, and each number goes to the rank to which it belongs.
 *
 *   detmpicc -O3 sort.c -o sort && detmpiexec -n 4 ./sort 1000000
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int
compare (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return x < y ? -1 : x > y;
}

/* The numbers that this rank begins with: number k of all is a function of k. */
static uint32_t *
make_numbers (int64_t first, int count)
{
  uint32_t *x = malloc ((count + 1) * sizeof *x);
  for (int k = 0; k < count; k++)
    {
      uint64_t z = (uint64_t) (first + k) * 0x9e3779b97f4a7c15u;
      x[k] = (uint32_t) ((z ^ z >> 29) * 0xbf58476d1ce4e5b9u >> 32);
    }
  return x;
}

/* Returns the borders: of equally many samples of each rank, every ranks-th one. */
static uint32_t *
find_borders (const uint32_t *x, int count, int ranks)
{
  uint32_t *own = malloc (ranks * sizeof *own), *all = malloc (ranks * ranks * sizeof *all);
  for (int k = 0; k < ranks; k++)
    own[k] = count ? x[(int64_t) count * k / ranks] : 0;
  MPI_Allgather (own, ranks, MPI_UINT32_T, all, ranks, MPI_UINT32_T, MPI_COMM_WORLD);
  qsort (all, ranks * ranks, sizeof *all, compare);
  for (int k = 0; k < ranks; k++)
    own[k] = all[k * ranks];
  free (all);
  return own;
}

int
main (int argc, char **argv)
{
  int rank, ranks, all = argc > 1 ? atoi (argv[1]) : 100000;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &ranks);
  int64_t first = (int64_t) all * rank / ranks;
  int count = (int) ((int64_t) all * (rank + 1) / ranks - first);
  uint32_t *x = make_numbers (first, count);
  qsort (x, count, sizeof *x, compare);
  uint32_t *borders = find_borders (x, count, ranks);
  int *out = calloc (ranks, sizeof *out), *in = malloc (ranks * sizeof *in);
  int *from = calloc (ranks + 1, sizeof *from), *to = calloc (ranks + 1, sizeof *to);
  for (int k = 0, r = 0; k < count; k++)
    {
      while (r + 1 < ranks && x[k] >= borders[r + 1])
        r++;
      out[r]++;
    }
  MPI_Alltoall (out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD);
  for (int r = 0; r < ranks; r++)
    from[r + 1] = from[r] + out[r], to[r + 1] = to[r] + in[r];
  uint32_t *y = malloc ((to[ranks] + 1) * sizeof *y);
  MPI_Alltoallv (x, out, from, MPI_UINT32_T, y, in, to, MPI_UINT32_T, MPI_COMM_WORLD);
  qsort (y, to[ranks], sizeof *y, compare);
  /* A sum of number and place, which is the same for each number of ranks. */
  int64_t before = 0, mine = to[ranks];
  MPI_Exscan (&mine, &before, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  uint64_t sum = 0, total;
  for (int k = 0; k < to[ranks]; k++)
    sum += y[k] * (uint64_t) (before + k + 1);
  MPI_Reduce (&sum, &total, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf ("%d numbers: %016llx\n", all, (unsigned long long) total);
  MPI_Finalize ();
  return 0;
}
