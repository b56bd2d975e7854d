/* SPDX-License-Identifier: MIT */
/* prefix.c - a recursive filter: each element needs the one before it. */
#include "kernel.h"

KERNEL (VIEW (float) y, VIEW (float) x, float a, long tl, long hd)
{
  for (long i = tl; i < hd; i++)
    y[[i]] = a * y[[i - 1]] + x[[i]];
}

#define STREAMS(IN, OUT) IN (float, x, 1, wave (i)) OUT (float, y, 1)
#define CALL kernel (y, x, 0.75f, TL, HD)
#include "measure.h"
