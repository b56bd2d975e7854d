/* SPDX-License-Identifier: MIT */
/* kernels.c - what is not a filter: angles, the carrier, left and right.
 *
 * It must be built with -ffp-contract=off.  Else GCC may join a product and a sum in
 * x * y - z * w in one way in a vector, and in the other way in the last few elements
 * beside it, and rounding would depend on where a call ends.
 */
#include "radio.h"

#include <math.h>

/* The angle of (x, y), 1e-7 from the true one: a polynomial for 0 to 45 degrees,
 * Chebyshev's interpolation of atan (sqrt u) / sqrt u, and three reflections. */
static inline float
angle (float y, float x)
{
  static const float p[] = {
    0.99999988f, -0.33331813f, 0.19966962f, -0.14003290f, 0.098688655f, -0.058829753f,
    0.023780519f, -0.0045597918f
  };
  float ax = fabsf (x), ay = fabsf (y);
  float least = ax < ay ? ax : ay, most = ax < ay ? ay : ax;
  float t = least / (most + 1e-30f), u = t * t, a = p[7];
  for (int k = 6; k >= 0; k--)
    a = a * u + p[k];
  a *= t;
  a = ay > ax ? 1.57079632679f - a : a;
  a = x < 0 ? 3.14159265359f - a : a;
  return copysignf (a, y);
}

/* How far each frame has turned from the one before. */
void
demodulate (float *restrict to, const float *restrict iq, int64_t n, float turn)
{
  for (int64_t i = 0; i < n; i++)
    {
      float a = iq[2 * i], b = iq[2 * i + 1], c = iq[2 * i + 2], d = iq[2 * i + 3];
      to[i] = turn * angle (a * d - b * c, a * c + b * d);
    }
}

/* The pilot's angle, doubled, is that of the carrier that the station has left out.
 * Where the pilot is weak, L-R is mostly noise and fades; without pilot there is none. */
void
to_side (float *restrict to, const float *restrict mpx, const float *restrict cosine,
         const float *restrict sine, int64_t n, bool mono)
{
  const float nominal = 0.1f, most = mono ? 0 : 2;
  for (int64_t i = 0; i < n; i++)
    {
      float power = cosine[i] * cosine[i] + sine[i] * sine[i];
      float fade = power * (25 / (nominal * nominal)) - 1; /* from a fifth of the nominal level on */
      fade = fade < 0 ? 0 : fade > 1 ? 1 : fade;
      float carrier = 2 * cosine[i] * sine[i] / (power + 1e-30f);
      to[i] = most * fade * carrier * mpx[i];
    }
}

void
to_stereo (struct stereo *restrict to, const float *restrict sum, const float *restrict difference,
           int64_t n)
{
  for (int64_t i = 0; i < n; i++)
    to[i] = (struct stereo) { sum[i] + difference[i], sum[i] - difference[i] };
}

void
deemphasise (struct deemphasis *d, struct stereo *restrict to, const struct stereo *restrict from,
             int64_t n)
{
  struct stereo in = d->in, out = d->out;
  struct emphasis e = d->design;
  for (int64_t i = 0; i < n; i++)
    {
      out.left = e.p * out.left + (e.b0 * from[i].left + e.b1 * in.left);
      out.right = e.p * out.right + (e.b0 * from[i].right + e.b1 * in.right);
      in = from[i];
      to[i] = out;
    }
  d->in = in, d->out = out;
}
