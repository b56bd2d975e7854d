/* SPDX-License-Identifier: MIT */
/* complex.c - a product of complex numbers, part by part: x * y of C looks for
 * NaN, and no loop with it is vectorised. */
#include "kernel.h"

KERNEL (VIEW (float _Complex) z, VIEW (float _Complex) x, VIEW (float _Complex) y, long tl, long hd)
{
  for (long i = tl; i < hd; i++) /* vectorised */
    {
      float a = __real__ x[[i]], b = __imag__ x[[i]], c = __real__ y[[i]], d = __imag__ y[[i]];
      z[[i]] = __builtin_complex (a * c - b * d, a * d + b * c);
    }
}

#define STREAMS(IN, OUT)                                                       \
  IN (float _Complex, x, 1, __builtin_complex ((float) wave (i), (float) wave (-i)))  \
  IN (float _Complex, y, 1, __builtin_complex ((float) wave (3 * i), (float) wave (5 * i)))  \
  OUT (float _Complex, z, 1)
#define CALL kernel (z, x, y, TL, HD)
#include "measure.h"
