/* SPDX-License-Identifier: MIT */
/* sum.c - of 32-bit integers, figure 2's loop. */
#include "kernel.h"

KERNEL (int *result, VIEW (int) x, int tl, int hd)
{
  int sum = 0;
  for (int i = tl; i < hd; i++) /* vectorised */
    sum += x[[i]];
  *result = sum;
}

#define STREAMS(IN, OUT) IN (int, x, 1, noise (i) >> 12)
static int value;
#define CALL kernel (&value, x, TL, HD)
#define RESULT value
#include "measure.h"
