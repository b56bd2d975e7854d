/* SPDX-License-Identifier: MIT */
/* pixels.c - brightness of 8-bit pixels, saturated. */
#include "kernel.h"

KERNEL (VIEW (uint8_t) y, VIEW (uint8_t) x, int more, int tl, int hd)
{
  for (int i = tl; i < hd; i++) /* vectorised */
    {
      int p = x[[i]] + more;
      y[[i]] = p > 255 ? 255 : p < 0 ? 0 : p;
    }
}

#define STREAMS(IN, OUT) IN (uint8_t, x, 1, noise (i) >> 24) OUT (uint8_t, y, 1)
#define CALL kernel (y, x, 40, TL, HD)
#include "measure.h"
