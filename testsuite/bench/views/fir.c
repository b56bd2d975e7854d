/* SPDX-License-Identifier: MIT */
/* fir.c - 16 taps, the inner loop back into the history. */
#include "kernel.h"

enum { TAPS = 16 };

KERNEL (VIEW (float) y, VIEW (float) x, const float *c, long tl, long hd)
{
  for (long i = tl; i < hd; i++) /* vectorised */
    {
      float sum = 0;
      for (int t = 0; t < TAPS; t++)
        sum += c[t] * x[[i - t]];
      y[[i]] = sum;
    }
}

static const float taps[TAPS] = { .1f, .3f, -.2f, .5f, .7f, -.1f, .2f, .9f,
                                  .8f, .6f, .4f, -.3f, .2f, .1f, .5f, -.4f };
#define STREAMS(IN, OUT) IN (float, x, 1, wave (i)) OUT (float, y, 1)
#define CALL kernel (y, x, taps, TL, HD)
#include "measure.h"
