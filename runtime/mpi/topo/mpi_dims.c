/* SPDX-License-Identifier: MIT */
/* mpi_dims.c - MPI_Dims_create: factors that are close to each other, the largest first. */
#include "mpi/topo/mpi_topo.h"

struct search { int count, now[DETMPI_MOST_DIMS], best[DETMPI_MOST_DIMS], spread; };

/* Tries all factors of `left' that are at most `most', for the dimensions from d on. */
static void
search (struct search *s, int d, int left, int most)
{
  if (d == s->count - 1)
    {
      int spread = (d ? s->now[0] : left) - left;
      if (left > most || (s->spread >= 0 && spread >= s->spread))
        return;
      s->now[d] = left;
      s->spread = spread;
      memcpy (s->best, s->now, sizeof s->best);
      return;
    }
  for (int f = left < most ? left : most; f >= 1; f--)
    if (left % f == 0)
      {
        s->now[d] = f;
        search (s, d + 1, left / f, f);
      }
}

int
MPI_Dims_create (int nodes, int dims, int sizes[])
{
  struct search s = { .spread = -1 };
  int left = nodes;
  DETMPI_CALL ();
  if (dims < 0 || dims > DETMPI_MOST_DIMS || nodes < 1)
    return detmpi_error (MPI_COMM_WORLD, MPI_ERR_DIMS, "%d ranks in %d dimensions", nodes, dims);
  for (int d = 0; d < dims; d++)
    if (sizes[d] < 0 || (sizes[d] && left % sizes[d]))
      return detmpi_error (MPI_COMM_WORLD, MPI_ERR_DIMS, "dimension %d cannot have %d of %d ranks",
                           d, sizes[d], nodes);
    else if (sizes[d])
      left /= sizes[d];
    else
      s.count++;
  if (!s.count)
    return left == 1 ? MPI_SUCCESS
                     : detmpi_error (MPI_COMM_WORLD, MPI_ERR_DIMS, "the product of the dimensions "
                                     "is not %d", nodes);
  search (&s, 0, left, left);
  for (int d = 0, n = 0; d < dims; d++)
    if (!sizes[d])
      sizes[d] = s.best[n++];
  return MPI_SUCCESS;
}
