/* SPDX-License-Identifier: MIT */
/* histogram.c - an element of one view tells the index in another. */
#include "kernel.h"

KERNEL (VIEW (uint32_t) h, VIEW (uint8_t) x, long bins, long tl, long hd)
{
  for (long i = tl; i < hd; i++)
    h[[bins + x[[i]]]]++;
}

#define STREAMS(IN, OUT) IN (uint8_t, x, 1, noise (i) >> 24) OUT (uint32_t, h, 1)
#define CALL kernel (h, x, TL, TL, HD)
#include "measure.h"
