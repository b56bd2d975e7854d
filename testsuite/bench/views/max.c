/* SPDX-License-Identifier: MIT */
/* max.c - the largest of 16-bit integers. */
#include "kernel.h"

KERNEL (int16_t *result, VIEW (int16_t) x, long tl, long hd)
{
  int16_t max = SHRT_MIN;
  for (long i = tl; i < hd; i++) /* vectorised */
    max = x[[i]] > max ? x[[i]] : max;
  *result = max;
}

#define STREAMS(IN, OUT) IN (int16_t, x, 1, noise (i))
static int16_t value;
#define CALL kernel (&value, x, TL, HD)
#define RESULT value
#include "measure.h"
