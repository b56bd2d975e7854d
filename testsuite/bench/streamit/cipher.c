/* SPDX-License-Identifier: MIT */
/* cipher.c - cipher.str by hand. */
#include "hand.h"

enum { ROUNDS = 16 };

static uint32_t table[ROUNDS][256];
static int32_t in[OUT], out[OUT];

int
main (void)
{
  long turns = erbium_streamit_iterations (INT64_MAX);
  uint32_t n = 0, sum = 0;
  for (uint32_t r = 0; r < ROUNDS; r++)
    for (uint32_t i = 0; i < 256; i++)
      table[r][i] = (i * 167 + r * 13) * 65599 ^ (i << 7);
  for (long t = 0; t < turns; t++)
    {
      source_int (in, OUT, &n);
      for (long i = 0; i < OUT; i += 2)
        {
          uint32_t left = (uint32_t) in[i], right = (uint32_t) in[i + 1];
          for (int r = 0; r < ROUNDS; r++)
            {
              uint32_t f = table[r][right & 255] + table[r][right >> 8 & 255];
              f ^= table[r][right >> 16 & 255];
              f += table[r][right >> 24];
              f ^= left;
              left = right;
              right = f;
            }
          out[i] = (int32_t) left;
          out[i + 1] = (int32_t) right;
        }
      sum = sum_int (out, sum);
      bench_take ((int32_t) sum);
    }
}
