/* SPDX-License-Identifier: MIT */
/* mm.c - a product of matrices: rank 0 scatters the rows of A and broadcasts B; the rows of the
 * product are gathered.
 *
 *   detmpicc -O3 mm.c -o mm && detmpiexec -n 4 ./mm 512
 *
 * DLinux (Y. Zhang, J. Zhang, Q. Zhang, University of Science and Technology of China), section V,
 * measures such a program.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void
multiply (const double *a, const double *b, double *c, int rows, int n)
{
  for (int i = 0; i < rows; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}

/* Adds up bits, so that every one of them matters. */
static uint64_t
sum_of (const double *c, int count)
{
  union { double d; uint64_t u; } bits;
  uint64_t sum = 0;
  for (int i = 0; i < count; i++)
    bits.d = c[i], sum = sum * 31 + bits.u;
  return sum;
}

int
main (int argc, char **argv)
{
  int rank, ranks, n = argc > 1 ? atoi (argv[1]) : 256;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &ranks);
  int *counts = malloc (ranks * sizeof *counts), *displs = malloc (ranks * sizeof *displs);
  for (int r = 0; r < ranks; r++)
    {
      displs[r] = n * r / ranks * n;
      counts[r] = n * (r + 1) / ranks * n - displs[r];
    }
  double *a = malloc (sizeof (double) * n * n), *b = malloc (sizeof (double) * n * n);
  double *c = malloc (sizeof (double) * n * n), *rows = malloc (sizeof (double) * n * n);
  double *part = calloc ((size_t) n * n, sizeof *part);
  for (int i = 0; rank == 0 && i < n * n; i++)
    a[i] = 1.0 / (1 + i % 97), b[i] = 1.0 / (1 + i % 89);
  MPI_Scatterv (a, counts, displs, MPI_DOUBLE, rows, counts[rank], MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast (b, n * n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  multiply (rows, b, part, counts[rank] / n, n);
  MPI_Gatherv (part, counts[rank], MPI_DOUBLE, c, counts, displs, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf ("product of two matrices of %d x %d: %016llx\n", n, n,
            (unsigned long long) sum_of (c, n * n));
  MPI_Finalize ();
  return 0;
}
