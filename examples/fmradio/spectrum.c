/* SPDX-License-Identifier: MIT */
/* spectrum.c - what is in a sound: the mean of many short spectra (Welch). */
#include <complex.h>
#include <math.h>

#include "measure.h"

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

/* Of 40 pieces; `at` tells element i of the signal. */
static int64_t
mean_power (double power[POINTS], double complex (*at) (const float *, int64_t),
            const float *signal, int64_t n)
{
  static double complex in[POINTS], out[POINTS];
  const int64_t pieces = 40, step = n / pieces > POINTS ? n / pieces : POINTS;
  int64_t count = 0;
  for (int k = 0; k < POINTS; k++)
    power[k] = 0;
  for (int64_t tl = 0; tl + POINTS <= n; tl += step, count++)
    {
      for (int i = 0; i < POINTS; i++)
        in[i] = at (signal, tl + i) * (0.5 - 0.5 * cos (2 * pi * i / POINTS));
      fourier (out, in, POINTS, 1);
      for (int k = 0; k < POINTS; k++)
        power[k] += pow (cabs (out[k]) / BINS, 2);
    }
  return count ? count : 1;
}

static double
decibels (double power, int64_t count)
{
  return 10 * log10 (power / (double) count + 1e-15);
}

static double complex
real_element (const float *x, int64_t i)
{
  return x[i];
}

static double complex
pair (const float *x, int64_t i)
{
  return x[2 * i] + I * x[2 * i + 1];
}

void
spectrum (const float *x, int64_t n, double bin[BINS])
{
  double power[POINTS];
  int64_t count = mean_power (power, real_element, x, n);
  for (int k = 0; k < BINS; k++)
    bin[k] = decibels (power[k], count);
}

/* Two points a bin. */
void
spectrum_of_pairs (const float *x, int64_t n, double bin[BINS])
{
  double power[POINTS];
  int64_t count = mean_power (power, pair, x, n);
  for (int k = 0; k < BINS; k++)
    {
      int at = (2 * k + BINS) % POINTS; /* negative frequencies first */
      bin[k] = decibels ((power[at] + power[at + 1]) / 4, count);
    }
}
