/* SPDX-License-Identifier: MIT */
/* kernel.c - the rounds of a stencil (De Matteis 2011, section 5.2); what matrices look like. */
#include <math.h>
#include <stdlib.h>

#include "kernel.h"

const char program[] = "stencil";
const char program_help[] = "  -r  rounds of a matrix, at most; 50\n"
                            "  SHAPE  480x960: matrices of doubles of 480 rows and 960 columns\n";

enum { MOST_WIDTH = 1 << 16, MOST_HEIGHT = 1 << 11 };

static const double part = 0.2;      /* C of listing 5.1 */
static const double settled = 0.001; /* a matrix whose points change less is done */
static const double outside[MOST_WIDTH];

bool
set_shape (struct job *j, const char *text)
{
  char *end;
  long height = strtol (text, &end, 10), width = 0;
  if (end == text || *end != 'x')
    return false;
  text = end + 1;
  width = strtol (text, &end, 10);
  if (end == text || *end || height < 1 || height > MOST_HEIGHT || width < 2 || width > MOST_WIDTH)
    return false;
  j->width = (int) width;
  j->height = (int) height;
  j->size = sizeof (double) * (size_t) (width * height);
  return true;
}

/* ---- The computation --------------------------------------------------------------------- */

static double
relax_row (int width, const double *above, const double *x, const double *below,
           double *restrict to)
{
  int last = width - 1;
  to[0] = part * (x[0] + above[0] + below[0] + x[1]);
  to[last] = part * (x[last] + above[last] + below[last] + x[last - 1]);
  double change = fmax (fabs (to[0] - x[0]), fabs (to[last] - x[last]));
  for (int i = 1; i < last; i++)
    {
      double y = part * (x[i] + above[i] + below[i] + x[i - 1] + x[i + 1]);
      change = fmax (change, fabs (y - x[i]));
      to[i] = y;
    }
  return change;
}

double
relax (int width, int rows, const double *above, const double *from, const double *below,
       double *to)
{
  double change = 0;
  for (int i = 0; i < rows; i++, from += width, to += width)
    {
      const double *up = i > 0 ? from - width : above;
      const double *down = i + 1 < rows ? from + width : below;
      change = fmax (change, relax_row (width, up ? up : outside, from, down ? down : outside, to));
    }
  return change;
}

double
relax_inner (int width, int rows, const double *from, double *to)
{
  if (rows < 3)
    return 0;
  return relax (width, rows - 2, from, from + width, from + (rows - 1) * width, to + width);
}

double
relax_borders (int width, int rows, const double *above, const double *from, const double *below,
               double *to)
{
  int last = (rows - 1) * width;
  if (rows == 1)
    return relax (width, 1, above, from, below, to);
  return fmax (relax (width, 1, above, from, from + width, to),
               relax (width, 1, from + last - width, from + last, below, to + last));
}

bool
goes_on (const struct job *j, int rounds_done, double change)
{
  return rounds_done < j->rounds && change >= settled;
}

int
workers_of (const struct job *j)
{
  return j->workers < j->height ? j->workers : j->height;
}

int
first_row (const struct job *j, int k)
{
  return j->height * k / workers_of (j);
}

/* ---- Input ------------------------------------------------------------------------------- */

/* Blocks of ones and zeros, whose edges the stencil smooths; another pattern in each matrix. */
void
generate_item (const struct job *j, int64_t i, void *to)
{
  enum { BLOCK = 24 };
  double *point = to;
  for (int y = 0; y < j->height; y++)
    for (int x = 0; x < j->width; x++)
      *point++ = (double) ((x / BLOCK * 7 + y / BLOCK * 13 + (int) (i % 97)) * 2654435761u >> 31);
}
