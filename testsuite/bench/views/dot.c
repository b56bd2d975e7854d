/* SPDX-License-Identifier: MIT */
/* dot.c - of 16-bit integers, the sum in 32 bits. */
#include "kernel.h"

NOIPA static int32_t
kernel (VIEW (int16_t) x, VIEW (int16_t) y, int tl, int hd)
{
  int32_t sum = 0;
  for (int i = tl; i < hd; i++) /* vectorised */
    sum += x[[i]] * y[[i]];
  return sum;
}

#define STREAMS(IN, OUT)                                                       \
  IN (int16_t, x, 1, noise (i) >> 22) IN (int16_t, y, 1, noise (-i) >> 22)
#define CALL result += kernel (x, y, TL, HD)
#include "measure.h"
