/* SPDX-License-Identifier: MIT */
/* total.c - a sum that is kept in a variable of the file. */
#include "kernel.h"

static int total;

KERNEL (VIEW (int) x, int tl, int hd)
{
  total = 0;
  for (int i = tl; i < hd; i++) /* vectorised */
    total += x[[i]];
}

#define STREAMS(IN, OUT) IN (int, x, 1, noise (i) >> 12)
#define CALL kernel (x, TL, HD)
#define RESULT total
#include "measure.h"
