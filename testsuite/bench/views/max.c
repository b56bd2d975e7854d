/* SPDX-License-Identifier: MIT */
/* max.c - the largest of 16-bit integers. */
#include "kernel.h"

NOIPA static int16_t
kernel (VIEW (int16_t) x, long tl, long hd)
{
  int16_t max = SHRT_MIN;
  for (long i = tl; i < hd; i++) /* vectorised */
    max = x[[i]] > max ? x[[i]] : max;
  return max;
}

#define STREAMS(IN, OUT) IN (int16_t, x, 1, noise (i))
#define CALL result += kernel (x, TL, HD)
#include "measure.h"
