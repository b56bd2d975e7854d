/* SPDX-License-Identifier: MIT */
/* analytic.c - doubles become complex numbers, the largest elements that C has
 * of its own. */
#include "kernel.h"

KERNEL (VIEW (double _Complex) y, VIEW (double) x, double phase, unsigned tl, unsigned hd)
{
  for (unsigned i = tl; i < hd; i++) /* vectorised */
    y[[i]] = __builtin_complex (x[[i]], phase * x[[i - 1]]);
}

#define STREAMS(IN, OUT) IN (double, x, 1, wave (i)) OUT (double _Complex, y, 1)
#define CALL kernel (y, x, 0.5, TL, HD)
#include "measure.h"
