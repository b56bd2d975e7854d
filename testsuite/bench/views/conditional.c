/* SPDX-License-Identifier: MIT */
/* conditional.c - an element is written if another says so. */
#include "kernel.h"

KERNEL (VIEW (float) y, VIEW (float) x, float least, long tl, long hd)
{
  for (long i = tl; i < hd; i++) /* vectorised */
    if (x[[i]] > least)
      y[[i]] = x[[i]];
}

#define STREAMS(IN, OUT) IN (float, x, 1, wave (i)) OUT (float, y, 1)
#define CALL kernel (y, x, 0.25f, TL, HD)
#include "measure.h"
