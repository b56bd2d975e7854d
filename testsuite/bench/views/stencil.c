/* SPDX-License-Identifier: MIT */
/* stencil.c - three points, an unsigned 32-bit index. */
#include "kernel.h"

KERNEL (VIEW (double) y, VIEW (double) x, unsigned tl, unsigned hd)
{
  for (unsigned i = tl; i < hd; i++) /* vectorised */
    y[[i]] = 0.25 * x[[i - 2]] + 0.5 * x[[i - 1]] + 0.25 * x[[i]];
}

#define STREAMS(IN, OUT) IN (double, x, 1, wave (i)) OUT (double, y, 1)
#define CALL kernel (y, x, TL, HD)
#include "measure.h"
