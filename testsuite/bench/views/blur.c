/* SPDX-License-Identifier: MIT */
/* blur.c - rows of 64 pixels, each with its neighbours above and on both sides:
 * two loops, an index of two terms. */
#include "kernel.h"

enum { WIDTH = 64 };

KERNEL (VIEW (uint8_t) y, VIEW (uint8_t) x, int tl, int hd)
{
  for (int row = tl / WIDTH; row < hd / WIDTH; row++)
    for (int col = 1; col < WIDTH - 1; col++) /* vectorised */
      y[[row * WIDTH + col]]
        = (x[[(row - 1) * WIDTH + col]] + x[[row * WIDTH + col - 1]]
           + 2 * x[[row * WIDTH + col]] + x[[row * WIDTH + col + 1]]) / 5;
}

#define STREAMS(IN, OUT) IN (uint8_t, x, 1, noise (i) >> 24) OUT (uint8_t, y, 1)
#define CALL kernel (y, x, TL, HD)
#include "measure.h"
