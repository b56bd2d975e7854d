/* SPDX-License-Identifier: MIT */
/* dot.c - of 16-bit integers, the sum in 32 bits. */
#include "kernel.h"

KERNEL (int32_t *result, VIEW (int16_t) x, VIEW (int16_t) y, int tl, int hd)
{
  int32_t sum = 0;
  for (int i = tl; i < hd; i++) /* vectorised */
    sum += x[[i]] * y[[i]];
  *result = sum;
}

#define STREAMS(IN, OUT)                                                       \
  IN (int16_t, x, 1, noise (i) >> 22) IN (int16_t, y, 1, noise (-i) >> 22)
static int32_t value;
#define CALL kernel (&value, x, y, TL, HD)
#define RESULT value
#include "measure.h"
