/* SPDX-License-Identifier: MIT */
/* kernel.h - a round of the stencil, in rows: each point becomes a fifth of the sum of itself and
 * its four neighbours, which are 0 outside the matrix.
 */
#ifndef KERNEL_H
#define KERNEL_H

#include "masked/job.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Computes rows of a matrix from those of the round before.  above and below are the rows beside
 * them, or NULL at the edge of the matrix.  Returns the largest change of a point. */
double relax (int width, int rows, const double *above, const double *from, const double *below,
              double *to);

/* The same in two steps, for a part of which some rows come from neighbours: the inner rows need
 * none of those, the first and the last one do. */
double relax_inner (int width, int rows, const double *from, double *to);
double relax_borders (int width, int rows, const double *above, const double *from,
                      const double *below, double *to);

/* Whether another round follows. */
bool goes_on (const struct job *j, int rounds_done, double change);

/* The rows of worker k: first_row (j, k) up to first_row (j, k + 1). */
int first_row (const struct job *j, int k);
/* As many as there are, but no more than there are rows. */
int workers_of (const struct job *j);

/* The result of a round becomes the matrix of the next. */
static inline void
swap (double **now, double **next)
{
  double *old = *now;
  *now = *next;
  *next = old;
}

#ifdef __cplusplus
}
#endif
#endif
