/* SPDX-License-Identifier: MIT */
/* copy.c - doubles, a 64-bit index. */
#include "kernel.h"

KERNEL (VIEW (double) y, VIEW (double) x, long tl, long hd)
{
  for (long i = tl; i < hd; i++) /* vectorised */
    y[[i]] = x[[i]];
}

#define STREAMS(IN, OUT) IN (double, x, 1, wave (i)) OUT (double, y, 1)
#define CALL kernel (y, x, TL, HD)
#include "measure.h"
