/* SPDX-License-Identifier: MIT */
/* widen.c - 16-bit samples become floats. */
#include "kernel.h"

KERNEL (VIEW (float) y, VIEW (int16_t) x, unsigned tl, unsigned hd)
{
  for (unsigned i = tl; i < hd; i++) /* vectorised */
    y[[i]] = x[[i]] * (1.0f / 32768);
}

#define STREAMS(IN, OUT) IN (int16_t, x, 1, noise (i)) OUT (float, y, 1)
#define CALL kernel (y, x, TL, HD)
#include "measure.h"
