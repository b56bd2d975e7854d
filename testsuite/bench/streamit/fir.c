/* SPDX-License-Identifier: MIT */
/* fir.c - fir.str by hand. */
#include "hand.h"

enum { TAPS = 64 };

static float h[TAPS], in[OUT + TAPS], out[OUT];

int
main (void)
{
  long turns = erbium_streamit_iterations (INT64_MAX);
  uint32_t n = 0, sum = 0;
  taps_of (h, TAPS, 0.05f);
  source_float (in, TAPS - 1, &n);
  for (long t = 0; t < turns; t++)
    {
      source_float (in + TAPS - 1, OUT, &n);
      fir (out, OUT, 1, in, 1, h, TAPS);
      memmove (in, in + OUT, (TAPS - 1) * sizeof *in);
      sum = sum_float (out, sum);
      bench_take ((int32_t) sum);
    }
}
