/* SPDX-License-Identifier: MIT */
/* spectrum.c - what is in a sound: the mean of many short spectra (Welch). */
#include <complex.h>
#include <math.h>

#include "demo.h"

static const double pi = 3.14159265358979323846;

enum { POINTS = 2 * BINS };

/* In place; n a power of two; step: distance of the elements. */
static void
fourier (double complex *to, const double complex *from, int n, int step)
{
  if (n == 1)
    {
      to[0] = from[0];
      return;
    }
  fourier (to, from, n / 2, 2 * step);
  fourier (to + n / 2, from + step, n / 2, 2 * step);
  for (int k = 0; k < n / 2; k++)
    {
      double complex even = to[k], odd = to[k + n / 2] * cexp (-2 * I * pi * k / n);
      to[k] = even + odd;
      to[k + n / 2] = even - odd;
    }
}

void
spectrum (const float *sound, int64_t n, double bin[BINS])
{
  static double complex in[POINTS], out[POINTS];
  const int64_t pieces = 40, step = n / pieces > POINTS ? n / pieces : POINTS;
  int64_t count = 0;
  for (int k = 0; k < BINS; k++)
    bin[k] = 0;
  for (int64_t at = 0; at + POINTS <= n; at += step, count++)
    {
      for (int i = 0; i < POINTS; i++)
        in[i] = sound[at + i] * (0.5 - 0.5 * cos (2 * pi * i / POINTS));
      fourier (out, in, POINTS, 1);
      for (int k = 0; k < BINS; k++)
        bin[k] += pow (cabs (out[k]) / BINS, 2);
    }
  for (int k = 0; k < BINS; k++)
    bin[k] = 10 * log10 (bin[k] / (double) (count ? count : 1) + 1e-15);
}
