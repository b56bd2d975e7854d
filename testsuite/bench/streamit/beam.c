/* SPDX-License-Identifier: MIT */
/* beam.c - beam.str by hand. */
#include "hand.h"

enum { CHANNELS = 8, BEAMS = 4, TAPS = 64, SOME = OUT / BEAMS, IN = SOME * CHANNELS * 2 };
enum { AHEAD = TAPS - 1, BEFORE = (AHEAD + (TAPS - 2) / 2) * CHANNELS * 2 };

static float h[CHANNELS][TAPS], g[BEAMS][TAPS], weight[BEAMS][CHANNELS];
static float in[IN], channel[CHANNELS][2 * (SOME + AHEAD) + TAPS];
static float thin[(SOME + AHEAD) * CHANNELS], beam[BEAMS][SOME + AHEAD], filtered[SOME], out[OUT];

/* Sets elements of each channel from `first' on, and puts the elements of the source there. */
static void
channels (long first, long count, uint32_t *n)
{
  for (long done = 0; done < count; done += SOME)
    {
      long some = count - done < SOME ? count - done : SOME;
      source_float (in, some * CHANNELS * 2, n);
      for (long i = 0; i < some; i++)
        for (int c = 0; c < CHANNELS; c++)
          for (int k = 0; k < 2; k++)
            channel[c][first + 2 * (done + i) + k] = in[(i * CHANNELS + c) * 2 + k];
    }
}

/* Computes `count' elements of each beam from `first' on. */
static void
steer (long first, long count)
{
  for (int c = 0; c < CHANNELS; c++)
    {
      fir (thin + c, count, CHANNELS, channel[c], 2, h[c], TAPS);
      memmove (channel[c], channel[c] + 2 * count, (TAPS - 2) * sizeof **channel);
    }
  for (int b = 0; b < BEAMS; b++)
    for (long i = 0; i < count; i++)
      {
        float sum = 0;
        for (int c = 0; c < CHANNELS; c++)
          sum += thin[i * CHANNELS + c] * weight[b][c];
        beam[b][first + i] = sum;
      }
}

int
main (void)
{
  long turns = erbium_streamit_iterations (INT64_MAX);
  uint32_t n = 0, sum = 0;
  for (int c = 0; c < CHANNELS; c++)
    taps_of (h[c], TAPS, 0.01f * (float) (c + 1));
  for (int b = 0; b < BEAMS; b++)
    {
      taps_of (g[b], TAPS, 0.02f * (float) (b + 1));
      for (int c = 0; c < CHANNELS; c++)
        weight[b][c] = (float) cos ((float) c * 0.3f * (float) (b + 1));
    }
  channels (0, (TAPS - 2) / 2 + AHEAD, &n);
  steer (0, AHEAD);
  for (long t = 0; t < turns; t++)
    {
      channels (TAPS - 2, SOME, &n);
      steer (AHEAD, SOME);
      for (int b = 0; b < BEAMS; b++)
        {
          fir (filtered, SOME, 1, beam[b], 1, g[b], TAPS);
          for (long i = 0; i < SOME; i++)
            out[i * BEAMS + b] = sqrtf (filtered[i] * filtered[i] + 0.0001f);
          memmove (beam[b], beam[b] + SOME, AHEAD * sizeof **beam);
        }
      sum = sum_float (out, sum);
      bench_take ((int32_t) sum);
    }
}
