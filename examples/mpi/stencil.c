/* SPDX-License-Identifier: MIT */
/* stencil.c - heat in a plate: each point becomes the mean of its four neighbours.
 *
 *   detmpicc -O3 stencil.c -o stencil && detmpiexec -n 4 ./stencil 512 200
 *
 * The plate is divided into a grid of ranks, a Cartesian communicator.  Neighbours exchange the
 * edges of their parts in each step; columns are a derived type.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct part
{
  MPI_Comm grid;
  int rows, columns, width;        /* without the border; width: of a row with it */
  int up, down, left, right;
  double *now, *next;
};

static int
share (int n, int parts, int k)
{
  return n * (k + 1) / parts - n * k / parts;
}

static void
exchange (struct part *p, MPI_Datatype column)
{
  double *x = p->now;
  int w = p->width;
  MPI_Sendrecv (x + w + 1, p->columns, MPI_DOUBLE, p->up, 0, x + (p->rows + 1) * w + 1,
                p->columns, MPI_DOUBLE, p->down, 0, p->grid, MPI_STATUS_IGNORE);
  MPI_Sendrecv (x + p->rows * w + 1, p->columns, MPI_DOUBLE, p->down, 1, x + 1, p->columns,
                MPI_DOUBLE, p->up, 1, p->grid, MPI_STATUS_IGNORE);
  MPI_Sendrecv (x + w + 1, 1, column, p->left, 2, x + w + p->columns + 1, 1, column, p->right, 2,
                p->grid, MPI_STATUS_IGNORE);
  MPI_Sendrecv (x + w + p->columns, 1, column, p->right, 3, x + w, 1, column, p->left, 3, p->grid,
                MPI_STATUS_IGNORE);
}

static void
step (struct part *p)
{
  int w = p->width;
  for (int i = 1; i <= p->rows; i++)
    for (int j = 1; j <= p->columns; j++)
      {
        const double *x = p->now + i * w + j;
        p->next[i * w + j] = 0.25 * (x[-w] + x[w] + x[-1] + x[1]);
      }
  double *kept = p->now;
  p->now = p->next, p->next = kept;
}

/* The upper edge of the plate is hot. */
static void
make_part (struct part *p, int n)
{
  int ranks, sizes[2] = { 0, 0 }, periods[2] = { 0, 0 }, at[2];
  MPI_Comm_size (MPI_COMM_WORLD, &ranks);
  MPI_Dims_create (ranks, 2, sizes);
  MPI_Cart_create (MPI_COMM_WORLD, 2, sizes, periods, 0, &p->grid);
  MPI_Cart_get (p->grid, 2, sizes, periods, at);
  MPI_Cart_shift (p->grid, 0, 1, &p->up, &p->down);
  MPI_Cart_shift (p->grid, 1, 1, &p->left, &p->right);
  p->rows = share (n, sizes[0], at[0]), p->columns = share (n, sizes[1], at[1]);
  p->width = p->columns + 2;
  p->now = calloc ((size_t) (p->rows + 2) * p->width, sizeof *p->now);
  p->next = calloc ((size_t) (p->rows + 2) * p->width, sizeof *p->next);
  for (int j = 0; at[0] == 0 && j < p->width; j++)
    p->now[j] = p->next[j] = 100;
}

int
main (int argc, char **argv)
{
  struct part p;
  int rank, n = argc > 1 ? atoi (argv[1]) : 128, steps = argc > 2 ? atoi (argv[2]) : 100;
  double heat = 0, all, most = 0, highest;
  MPI_Datatype column;
  MPI_Init (&argc, &argv);
  make_part (&p, n);
  MPI_Comm_rank (p.grid, &rank);
  MPI_Type_vector (p.rows, 1, p.width, MPI_DOUBLE, &column);
  MPI_Type_commit (&column);
  for (int s = 0; s < steps; s++)
    {
      exchange (&p, column);
      step (&p);
    }
  for (int i = 1; i <= p.rows; i++)
    for (int j = 1; j <= p.columns; j++)
      {
        double x = p.now[i * p.width + j];
        heat += x;
        most = x > most ? x : most;
      }
  MPI_Reduce (&heat, &all, 1, MPI_DOUBLE, MPI_SUM, 0, p.grid);
  MPI_Allreduce (&most, &highest, 1, MPI_DOUBLE, MPI_MAX, p.grid);
  if (rank == 0)
    printf ("%d x %d points, %d steps: mean %.9f, highest %.12f\n", n, n, steps,
            all / n / n, highest);
  MPI_Type_free (&column);
  MPI_Finalize ();
  return 0;
}
