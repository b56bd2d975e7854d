/* SPDX-License-Identifier: MIT */
/* narrow.c - floats become 16-bit samples. */
#include "kernel.h"

KERNEL (VIEW (int16_t) y, VIEW (float) x, long tl, long hd)
{
  for (long i = tl; i < hd; i++) /* vectorised */
    y[[i]] = (int16_t) (x[[i]] * 32767);
}

#define STREAMS(IN, OUT) IN (float, x, 1, wave (i)) OUT (int16_t, y, 1)
#define CALL kernel (y, x, TL, HD)
#include "measure.h"
