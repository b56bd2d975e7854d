/* SPDX-License-Identifier: MIT */
/* dct.c - dct.str by hand. */
#include "hand.h"

enum { N = 8 };

static float c[N][N], in[OUT], rows[N * N], out[OUT];

static inline __attribute__ ((always_inline)) void
transform (float *restrict to, const float *restrict from)
{
  for (int r = 0; r < N; r++)
    for (int u = 0; u < N; u++)
      {
        float sum = 0;
        for (int x = 0; x < N; x++)
          sum += from[r * N + x] * c[u][x];
        to[u * N + r] = sum;
      }
}

int
main (void)
{
  long turns = erbium_streamit_iterations (INT64_MAX);
  uint32_t n = 0, sum = 0;
  for (int u = 0; u < N; u++)
    for (int x = 0; x < N; x++)
      c[u][x] = 0.5f * (float) cos ((float) ((2 * x + 1) * u) * 0.196349540849362077f);
  for (long t = 0; t < turns; t++)
    {
      source_float (in, OUT, &n);
      for (long b = 0; b < OUT; b += N * N)
        {
          transform (rows, in + b);
          transform (out + b, rows);
        }
      sum = sum_float (out, sum);
      bench_take ((int32_t) sum);
    }
}
