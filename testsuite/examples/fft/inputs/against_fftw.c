/* SPDX-License-Identifier: MIT */
/* against_fftw.c - against_fftw POINTS forward|inverse|same IN OUT: how far is OUT from
 * what FFTW makes of IN in double precision?
 *
 * The error is that of the Euclidean norm, over the norm of the right result, in units
 * of 2^-24, which is what rounding a float may do.  Of a transform it grows with the
 * root of the number of roundings behind each other, log2 (points).  So the bounds are
 * sqrt (log2 (points)) for all vectors together, and twice that for each.  same: OUT
 * should be IN, after a transform and its inverse, and each of the two adds its part.
 */
#include <complex.h>
#include <fftw3.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int points;
static fftw_complex *x, *X;

static FILE *
open_file (const char *name)
{
  FILE *f = fopen (name, "rb");
  if (!f)
    {
      perror (name);
      exit (2);
    }
  return f;
}

static int
read_vector (FILE *f, fftw_complex *to)
{
  float z[2];
  for (int i = 0; i < points; i++)
    {
      if (fread (z, sizeof z, 1, f) != 1)
        {
          if (i || fgetc (f) != EOF)
            exit ((puts ("a vector is not whole"), 1));
          return 0;
        }
      to[i] = z[0] + I * z[1];
    }
  return 1;
}

/* Squares of norms. */
struct error { double wrong, all; };

static struct error
compare (const fftw_complex *right, const fftw_complex *found, double scale)
{
  struct error e = { 0, 0 };
  for (int i = 0; i < points; i++)
    {
      double complex want = right[i] * scale, d = found[i] - want;
      e.wrong += creal (d) * creal (d) + cimag (d) * cimag (d);
      e.all += creal (want) * creal (want) + cimag (want) * cimag (want);
    }
  return e;
}

static double
units (struct error e)
{
  return e.all > 0 ? sqrt (e.wrong / e.all) * 0x1p24 : e.wrong > 0 ? INFINITY : 0;
}

int
main (int count, char **argument)
{
  if (count != 5)
    return 2;
  points = atoi (argument[1]);
  int same = !strcmp (argument[2], "same"), inverse = !strcmp (argument[2], "inverse");
  FILE *in = open_file (argument[3]), *out = open_file (argument[4]);
  fftw_complex *y = fftw_alloc_complex ((size_t) points);
  x = fftw_alloc_complex ((size_t) points), X = fftw_alloc_complex ((size_t) points);
  fftw_plan plan = fftw_plan_dft_1d (points, x, X, inverse ? FFTW_BACKWARD : FFTW_FORWARD, FFTW_ESTIMATE);
  double bound = sqrt (log2 (points)) * (same ? sqrt (2) : 1), worst = 0;
  struct error all = { 0, 0 };
  long vectors = 0;
  for (; read_vector (in, x); vectors++)
    {
      if (!read_vector (out, y))
        return puts ("vectors are missing"), 1;
      fftw_execute (plan);
      struct error e = compare (same ? x : X, y, inverse ? 1.0 / points : 1);
      all.wrong += e.wrong, all.all += e.all;
      worst = fmax (worst, units (e));
    }
  if (read_vector (out, y))
    return puts ("there are too many vectors"), 1;
  int good = vectors && units (all) <= bound && worst <= 2 * bound;
  printf ("%d points: error %.2f units, the worst vector %.2f, of %ld: %s (bounds %.2f, %.2f)\n", points,
          units (all), worst, vectors, good ? "near" : "FAR", bound, 2 * bound);
  return !good;
}
