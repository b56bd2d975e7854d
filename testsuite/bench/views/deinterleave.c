/* SPDX-License-Identifier: MIT */
/* deinterleave.c - every second element, and the half of both: stride 2 on the
 * read side. */
#include "kernel.h"

KERNEL (VIEW (float) y, VIEW (float) x, long tl, long hd)
{
  for (long i = tl; i < hd; i++) /* vectorised */
    y[[i]] = 0.5f * (x[[2 * i]] + x[[2 * i + 1]]);
}

#define STREAMS(IN, OUT) IN (float, x, 2, wave (i)) OUT (float, y, 1)
#define CALL kernel (y, x, TL, HD)
#include "measure.h"
