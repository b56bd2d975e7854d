/* SPDX-License-Identifier: MIT */
/* interleave.c - two channels into one, strides and offsets on the write side. */
#include "kernel.h"

KERNEL (VIEW (int16_t) y, VIEW (int16_t) l, VIEW (int16_t) r, int tl, int hd)
{
  for (int i = tl; i < hd; i++) /* vectorised */
    {
      y[[2 * i]] = l[[i]];
      y[[2 * i + 1]] = r[[i]];
    }
}

#define STREAMS(IN, OUT)                                                       \
  IN (int16_t, l, 1, noise (i)) IN (int16_t, r, 1, noise (-i)) OUT (int16_t, y, 2)
#define CALL kernel (y, l, r, TL, HD)
#include "measure.h"
