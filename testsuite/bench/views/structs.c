/* SPDX-License-Identifier: MIT */
/* structs.c - elements of three fields: an array of structures. */
#include "kernel.h"

struct point { float x, y, z; };

KERNEL (VIEW (float) sum, VIEW (struct point) p, unsigned long tl, unsigned long hd)
{
  for (unsigned long i = tl; i < hd; i++) /* vectorised */
    sum[[i]] = p[[i]].x + p[[i]].y + p[[i]].z;
}

#define STREAMS(IN, OUT)                                                       \
  IN (struct point, p, 1, ((struct point) { wave (i), wave (3 * i), wave (-i) }))  \
  OUT (float, sum, 1)
#define CALL kernel (sum, p, TL, HD)
#include "measure.h"
