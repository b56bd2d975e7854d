/* SPDX-License-Identifier: MIT */
/* filter.c - the filter, its kernel, the level of a stretch of sound.
 *
 * One finite impulse response, a band pass: it stops the hum and most of the
 * noise and lets the tune through.
 */
#include <math.h>

#include "demo.h"

static const double pi = 3.14159265358979323846;
static const double low = 260, high = 3200; /* Hz */

static float tap[TAPS];

/* The impulse response of a low pass, cut short by a Blackman window. */
static double
low_pass (int k, double cut)
{
  double t = k - TAPS / 2, f = 2 * cut / RATE, x = 2 * pi * k / (TAPS - 1);
  double sinc = t == 0 ? f : sin (pi * f * t) / (pi * t);
  return sinc * (0.42 - 0.5 * cos (x) + 0.08 * cos (2 * x));
}

void
design_filter (void)
{
  for (int k = 0; k < TAPS; k++)
    tap[k] = (float) (low_pass (k, high) - low_pass (k, low));
}

/* Tap by tap over a stretch that stays in the first cache.  Each result adds its
 * products in the order of the taps, wherever a stretch begins: so sound that is
 * filtered piece by piece, by whomever, is the same to the last bit. */
void
filter (float *restrict to, const float *restrict from, int64_t n)
{
  enum { STRETCH = 512 };
  for (int64_t tl = 0; tl < n; tl += STRETCH)
    {
      int64_t length = tl + STRETCH < n ? STRETCH : n - tl;
      float sum[STRETCH] = { 0 };
      for (int k = 0; k < TAPS; k++)
        for (int64_t i = 0; i < length; i++)
          sum[i] += tap[k] * from[tl + i + k];
      for (int64_t i = 0; i < length; i++)
        to[tl + i] = sum[i];
    }
}

struct level
level_of (const float *sound, int64_t n)
{
  double sum = 0;
  float peak = 0;
  for (int64_t i = 0; i < n; i++)
    {
      sum += (double) sound[i] * sound[i];
      peak = fabsf (sound[i]) > peak ? fabsf (sound[i]) : peak;
    }
  return (struct level) { (float) sqrt (sum / (double) n), peak };
}
