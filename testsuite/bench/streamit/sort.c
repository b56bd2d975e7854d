/* SPDX-License-Identifier: MIT */
/* sort.c - sort.str by hand. */
#include "hand.h"

enum { N = 32 };

static int32_t x[OUT];

static inline void
sort (int32_t *x)
{
  for (int size = 2; size <= N; size *= 2)
    for (int gap = size / 2; gap >= 1; gap /= 2)
      for (int first = 0; first < N; first += 2 * gap)
        for (int i = first; i < first + gap; i++)
          {
            int32_t a = x[i], b = x[i + gap], least = a < b ? a : b, most = a < b ? b : a;
            int up = first / size % 2 == 0;
            x[i] = up ? least : most;
            x[i + gap] = up ? most : least;
          }
}

int
main (void)
{
  long turns = erbium_streamit_iterations (INT64_MAX);
  uint32_t n = 0, sum = 0;
  for (long t = 0; t < turns; t++)
    {
      source_int (x, OUT, &n);
      for (long b = 0; b < OUT; b += N)
        sort (x + b);
      sum = sum_int (x, sum);
      bench_take ((int32_t) sum);
    }
}
