/* SPDX-License-Identifier: MIT */
/* sum.c - of 32-bit integers, figure 2's loop. */
#include "kernel.h"

NOIPA static int
kernel (VIEW (int) x, int tl, int hd)
{
  int sum = 0;
  for (int i = tl; i < hd; i++) /* vectorised */
    sum += x[[i]];
  return sum;
}

#define STREAMS(IN, OUT) IN (int, x, 1, noise (i) >> 12)
#define CALL result += kernel (x, TL, HD)
#include "measure.h"
