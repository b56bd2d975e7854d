/* SPDX-License-Identifier: MIT */
/* saxpy.c - y = a x + y in place, an int index. */
#include "kernel.h"

KERNEL (VIEW (float) y, VIEW (float) x, float a, int tl, int hd)
{
  for (int i = tl; i < hd; i++) /* vectorised */
    y[[i]] = a * x[[i]] + y[[i]];
}

#define STREAMS(IN, OUT) IN (float, x, 1, wave (i)) OUT (float, y, 1)
#define CALL kernel (y, x, 0.25f, TL, HD)
#include "measure.h"
