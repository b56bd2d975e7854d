/* SPDX-License-Identifier: MIT */
/* fft.c - transforms of 64 points, of LANES symbols at once.
 *
 * Three passes of radix 4.  A lane is a symbol, so that twiddle factors are the same
 * for all lanes and nothing is shuffled.  After the passes the point q + 4 r + 16 t
 * stands at 16 q + 4 r + t; the last pass writes it where it belongs.  The inverse is
 * the same with real and imaginary parts exchanged on both sides, which costs
 * nothing where these are read and written anyway.
 */
#include <math.h>

#include "simd.h"

static struct sample twiddle[CARRIERS];

void
fft_init (void)
{
  for (int k = 0; k < CARRIERS; k++)
    {
      double angle = -2 * M_PI * k / CARRIERS;
      twiddle[k] = (struct sample) { (float) cos (angle), (float) sin (angle) };
    }
}

/* The four-point transform of a, b, c, d. */
#define BUTTERFLY(a, b, c, d)                                                 \
  struct lanes2 ac = { (a).re + (c).re, (a).im + (c).im };                    \
  struct lanes2 a_c = { (a).re - (c).re, (a).im - (c).im };                   \
  struct lanes2 bd = { (b).re + (d).re, (b).im + (d).im };                    \
  struct lanes2 b_d = { (b).re - (d).re, (b).im - (d).im };                   \
  struct lanes2 y0 = { ac.re + bd.re, ac.im + bd.im };                        \
  struct lanes2 y1 = { a_c.re + b_d.im, a_c.im - b_d.re };                    \
  struct lanes2 y2 = { ac.re - bd.re, ac.im - bd.im };                        \
  struct lanes2 y3 = { a_c.re - b_d.im, a_c.im + b_d.re }

/* Blocks of 4 * quarter points; 64 / (4 * quarter) of them. */
static inline void
pass (struct lanes2 *x, int quarter)
{
  int step = CARRIERS / (4 * quarter);
  for (int block = 0; block < CARRIERS; block += 4 * quarter)
    for (int i = 0; i < quarter; i++)
      {
        struct lanes2 *p = x + block + i;
        BUTTERFLY (p[0], p[quarter], p[2 * quarter], p[3 * quarter]);
        p[0] = y0;
        p[quarter] = times_one (y1, twiddle[step * i]);
        p[2 * quarter] = times_one (y2, twiddle[2 * step * i]);
        p[3 * quarter] = times_one (y3, twiddle[3 * step * i]);
      }
}

static inline void
last_pass (struct lanes2 *to, const struct lanes2 *x)
{
  for (int q = 0; q < 4; q++)
    for (int r = 0; r < 4; r++)
      {
        const struct lanes2 *p = x + 16 * q + 4 * r;
        struct lanes2 *t = to + q + 4 * r;
        BUTTERFLY (p[0], p[1], p[2], p[3]);
        t[0] = y0, t[16] = y1, t[32] = y2, t[48] = y3;
      }
}

void
fft64 (struct lanes2 to[CARRIERS], struct lanes2 x[CARRIERS])
{
  pass (x, 16);
  pass (x, 4);
  last_pass (to, x);
}
