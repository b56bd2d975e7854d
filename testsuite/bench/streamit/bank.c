/* SPDX-License-Identifier: MIT */
/* bank.c - bank.str by hand.  The first 32 firings of the first filters come before the turns, and
 * give each second filter the four elements that it looks ahead to. */
#include "hand.h"

enum { BANDS = 8, TAPS = 32, THIN = 8, SOME = OUT / THIN, AHEAD = 32 };

static float h[BANDS][2][TAPS], in[OUT + AHEAD + TAPS], thin[OUT], out[OUT];
static float wide[BANDS][OUT + AHEAD];

int
main (void)
{
  long turns = erbium_streamit_iterations (INT64_MAX);
  uint32_t n = 0, sum = 0;
  for (int b = 0; b < BANDS; b++)
    {
      taps_of (h[b][0], TAPS, (float) (b + 1) * 0.03f);
      taps_of (h[b][1], TAPS, (float) (b + 1) * 0.03f + 0.01f);
    }
  source_float (in, TAPS - 1 + AHEAD, &n);
  for (int b = 0; b < BANDS; b++)
    fir (wide[b], AHEAD / THIN, THIN, in, THIN, h[b][0], TAPS);
  memmove (in, in + AHEAD, (TAPS - 1) * sizeof *in);
  for (long t = 0; t < turns; t++)
    {
      source_float (in + TAPS - 1, OUT, &n);
      for (int b = 0; b < BANDS; b++)
        {
          /* only one of THIN elements is used */
          fir (wide[b] + AHEAD, SOME, THIN, in, THIN, h[b][0], TAPS);
          fir (thin, OUT, 1, wide[b], 1, h[b][1], TAPS);
          memmove (wide[b], wide[b] + OUT, AHEAD * sizeof **wide);
          for (long i = 0; i < OUT; i++)
            out[i] = b ? out[i] + thin[i] : 0 + thin[i];
        }
      memmove (in, in + OUT, (TAPS - 1) * sizeof *in);
      sum = sum_float (out, sum);
      bench_take ((int32_t) sum);
    }
}
