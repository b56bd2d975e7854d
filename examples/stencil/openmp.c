/* SPDX-License-Identifier: MIT */
/* openmp.c - a loop over the parts of a matrix, in parallel. */
#include <stdlib.h>

#include "kernel.h"
#include "masked/methods.h"

/* Rows of a matrix: those of worker k. */
static double
relax_part (const struct job *j, int k, const double *from, double *to)
{
  long first = first_row (j, k), end = first_row (j, k + 1), w = j->width;
  return relax (j->width, (int) (end - first), first > 0 ? from + (first - 1) * w : NULL,
                from + first * w, end < j->height ? from + end * w : NULL, to + first * w);
}

void
run_openmp (const struct job *j)
{
  double *now = new_items (j, 1), *next = new_items (j, 1), change;
  int parts = workers_of (j);
  for (int64_t i = 0; i < j->items; i++)
    {
      int rounds = 0;
      read_item (j, i, now);
      do
        {
          change = 0;
#pragma omp parallel for num_threads (parts) schedule (static) reduction (max : change)
          for (int k = 0; k < parts; k++)
            change = relax_part (j, k, now, next);
          swap (&now, &next);
        }
      while (goes_on (j, ++rounds, change));
      write_item (j, now);
    }
  free (now);
  free (next);
}
