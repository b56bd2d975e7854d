/* SPDX-License-Identifier: MIT */
/* air.c - what lies between transmitter and receiver.
 *
 * Echoes first: a Rayleigh channel whose mean power falls exponentially over the delay.
 * Then the clocks of both sides, which are off by some parts per million: the sampling
 * instants drift, by interpolation between samples, and the carrier turns.  Noise last,
 * so much that the mean power of what was sent is `snr` above it.  All drawn from the
 * seed and the number of the draw.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "wifi.h"

/* splitmix64 (Steele, Lea, Flood 2014). */
uint64_t
random_bits (uint64_t *state)
{
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

/* Two normal numbers of variance 1/2 each: one complex number of power 1. */
static struct sample
draw_normal (uint64_t *state)
{
  double u = (double) ((random_bits (state) >> 11) + 1) * 0x1p-53;
  double angle = 2 * M_PI * (double) (random_bits (state) >> 11) * 0x1p-53, r = sqrt (-log (u));
  return (struct sample) { (float) (r * cos (angle)), (float) (r * sin (angle)) };
}

enum { MOST_PATHS = 16 };

/* Mean power 1 over all draws; up to five times the spread, and what a guard takes. */
static int
draw_paths (struct sample path[MOST_PATHS], double spread, uint64_t *state)
{
  double period = 1e9 / SAMPLE_RATE, sum = 0;
  int n = (int) ceil (5 * spread / period) + 1;
  n = n < MOST_PATHS ? n : MOST_PATHS;
  for (int k = 0; k < n; k++)
    sum += exp (-k * period / spread);
  for (int k = 0; k < n; k++)
    {
      float scale = (float) sqrt (exp (-k * period / spread) / sum);
      struct sample g = draw_normal (state);
      path[k] = (struct sample) { g.re * scale, g.im * scale };
    }
  return n;
}

static void
add_echoes (struct sample *x, int64_t n, double spread, uint64_t *state)
{
  struct sample path[MOST_PATHS];
  int paths = draw_paths (path, spread, state);
  for (int64_t t = n - 1; t >= 0; t--)
    {
      struct sample sum = { 0, 0 };
      for (int k = 0; k < paths && k <= t; k++)
        {
          sum.re += path[k].re * x[t - k].re - path[k].im * x[t - k].im;
          sum.im += path[k].re * x[t - k].im + path[k].im * x[t - k].re;
        }
      x[t] = sum;
    }
}

/* Between samples: a windowed sinc of 16 taps. */
static struct sample
between (const struct sample *x, int64_t n, double at)
{
  int64_t whole = (int64_t) floor (at);
  struct sample sum = { 0, 0 };
  for (int64_t k = whole - 7; k <= whole + 8; k++)
    if (k >= 0 && k < n)
      {
        double d = at - (double) k, window = 0.5 + 0.5 * cos (M_PI * d / 8.5);
        float tap = (float) (d == 0 ? 1 : sin (M_PI * d) / (M_PI * d) * window);
        sum.re += x[k].re * tap;
        sum.im += x[k].im * tap;
      }
  return sum;
}

static void
drift (struct sample *x, int64_t n, double skew)
{
  struct sample *y = memory ((size_t) n * sizeof *y);
  for (int64_t t = 0; t < n; t++)
    y[t] = between (x, n, (double) t * (1 + skew * 1e-6));
  memcpy (x, y, (size_t) n * sizeof *y);
  free (y);
}

static void
turn (struct sample *x, int64_t n, double offset, uint64_t *state)
{
  double first = 2 * M_PI * (double) (random_bits (state) >> 11) * 0x1p-53;
  for (int64_t t = 0; t < n; t++)
    {
      double angle = first + 2 * M_PI * offset / SAMPLE_RATE * (double) t;
      float c = (float) cos (angle), s = (float) sin (angle);
      x[t] = (struct sample) { x[t].re * c - x[t].im * s, x[t].re * s + x[t].im * c };
    }
}

/* A symbol's mean power: 52 carriers of power 1 under the factor 1/64. */
static void
add_noise (struct sample *x, int64_t n, double snr, uint64_t *state)
{
  float scale = (float) sqrt (52. / (CARRIERS * CARRIERS) * pow (10, -snr / 10));
  for (int64_t t = 0; t < n; t++)
    {
      struct sample g = draw_normal (state);
      x[t].re += scale * g.re;
      x[t].im += scale * g.im;
    }
}

void
through_air (struct sample *x, int64_t n, const struct air *a, uint64_t draw)
{
  uint64_t state = a->seed * 0x2545f4914f6cdd1du + draw;
  random_bits (&state);
  if (a->spread > 0)
    add_echoes (x, n, a->spread, &state);
  if (a->skew != 0)
    drift (x, n, a->skew);
  turn (x, n, a->offset, &state);
  if (!isnan (a->snr))
    add_noise (x, n, a->snr, &state);
}
