/* SPDX-License-Identifier: MIT */
/* two_writers.c - sum and difference into two records. */
#include "kernel.h"

KERNEL (VIEW (float) s, VIEW (float) d, VIEW (float) x, VIEW (float) y, int tl, int hd)
{
  for (int i = tl; i < hd; i++) /* vectorised */
    {
      s[[i]] = x[[i]] + y[[i]];
      d[[i]] = x[[i]] - y[[i]];
    }
}

#define STREAMS(IN, OUT)                                                       \
  IN (float, x, 1, wave (i)) IN (float, y, 1, wave (-i)) OUT (float, s, 1) OUT (float, d, 1)
#define CALL kernel (s, d, x, y, TL, HD)
#include "measure.h"
