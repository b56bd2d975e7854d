/* SPDX-License-Identifier: MIT */
/* down.c - from the last element of the burst to its first. */
#include "kernel.h"

KERNEL (VIEW (int64_t) y, VIEW (int64_t) x, int tl, int hd)
{
  for (int i = hd - 1; i >= tl; i--) /* vectorised */
    y[[i]] = x[[i]] + 7;
}

#define STREAMS(IN, OUT) IN (int64_t, x, 1, noise (i)) OUT (int64_t, y, 1)
#define CALL kernel (y, x, TL, HD)
#include "measure.h"
