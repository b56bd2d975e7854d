/* SPDX-License-Identifier: MIT */
/* fft.c - fft.str by hand: points are put into the order of reversed bits, then combined in place. */
#include "hand.h"

enum { N = 64, BITS = 6 };

static float w[BITS][N], in[OUT], x[OUT];
static int reversed[N];

static inline void
transform (float *restrict x, const float *restrict from)
{
  for (int i = 0; i < N; i++)
    {
      x[2 * i] = from[2 * reversed[i]];
      x[2 * i + 1] = from[2 * reversed[i] + 1];
    }
  for (int s = 0; s < BITS; s++)
    {
      const int n = 2 << s;
      for (float *p = x; p < x + 2 * N; p += 2 * n)
        for (int i = 0; i < n; i += 2)
          {
            float re = p[n + i] * w[s][i] - p[n + i + 1] * w[s][i + 1];
            float im = p[n + i] * w[s][i + 1] + p[n + i + 1] * w[s][i];
            float a = p[i], b = p[i + 1];
            p[i] = a + re;
            p[i + 1] = b + im;
            p[n + i] = a - re;
            p[n + i + 1] = b - im;
          }
    }
}

int
main (void)
{
  long turns = erbium_streamit_iterations (INT64_MAX);
  uint32_t n = 0, sum = 0;
  for (int s = 0; s < BITS; s++)
    for (int i = 0; i < 1 << s; i++)
      {
        w[s][2 * i] = (float) cos (-6.283185307179586f * (float) i / (float) (2 << s));
        w[s][2 * i + 1] = (float) sin (-6.283185307179586f * (float) i / (float) (2 << s));
      }
  for (int i = 0; i < N; i++)
    for (int k = 0; k < BITS; k++)
      reversed[i] |= (i >> k & 1) << (BITS - 1 - k);
  for (long t = 0; t < turns; t++)
    {
      source_float (in, OUT, &n);
      for (long b = 0; b < OUT; b += 2 * N)
        transform (x + b, in + b);
      sum = sum_float (x, sum);
      bench_take ((int32_t) sum);
    }
}
