/* SPDX-License-Identifier: MIT */
/* radio.c - radio.str by hand. */
#include "hand.h"

enum { BANDS = 6, TAPS = 64, THIN = 4, BAND_TAPS = 32, IN = OUT * THIN, AHEAD = BAND_TAPS - 1 };

static float h[TAPS], bands[BANDS][2][BAND_TAPS];
static float in[IN + TAPS + 4 * BAND_TAPS], low[OUT + BAND_TAPS], sound[OUT + BAND_TAPS];
static float a[OUT], b[OUT], out[OUT];

/* Demodulates elements from `first' on. */
static void
demodulate (long first, long count)
{
  for (long i = first; i < first + count; i++)
    {
      float t = low[i] * low[i + 1];
      sound[i] = t * (1.0f - t * t * 0.3f);
    }
}

int
main (void)
{
  long turns = erbium_streamit_iterations (INT64_MAX);
  uint32_t n = 0, sum = 0;
  taps_of (h, TAPS, 0.02f);
  for (int k = 0; k < BANDS; k++)
    for (int high = 0; high < 2; high++)
      taps_of (bands[k][high], BAND_TAPS, (float) (k + 1) * 0.04f + (high ? 0.04f : 0));
  source_float (in, TAPS - THIN + THIN * (AHEAD + 1), &n);
  fir (low, AHEAD + 1, 1, in, THIN, h, TAPS);
  demodulate (0, AHEAD);
  memmove (in, in + THIN * (AHEAD + 1), (TAPS - THIN) * sizeof *in);
  for (long t = 0; t < turns; t++)
    {
      source_float (in + TAPS - THIN, IN, &n);
      fir (low + AHEAD + 1, OUT, 1, in, THIN, h, TAPS);
      memmove (in, in + IN, (TAPS - THIN) * sizeof *in);
      demodulate (AHEAD, OUT);
      for (int k = 0; k < BANDS; k++)
        {
          float gain = 1.0f + (float) (k + 1) * 0.1f;
          fir (a, OUT, 1, sound, 1, bands[k][0], BAND_TAPS);
          fir (b, OUT, 1, sound, 1, bands[k][1], BAND_TAPS);
          for (long i = 0; i < OUT; i++)
            out[i] = (k ? out[i] : 0) + (b[i] - a[i]) * gain;
        }
      memmove (low, low + OUT, (AHEAD + 1) * sizeof *low);
      memmove (sound, sound + OUT, AHEAD * sizeof *sound);
      sum = sum_float (out, sum);
      bench_take ((int32_t) sum);
    }
}
