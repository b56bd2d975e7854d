/* SPDX-License-Identifier: MIT */
/* plan.c - which passes a size takes, and their twiddle factors.
 *
 * The fewest passes: as much as possible by eights, the rest by fours; a 2 that is
 * left makes two fours of an eight.  The most lanes that the processor has at once,
 * if the last pass can fill them: it takes lanes by lanes points.
 */
#include <math.h>
#include <stdlib.h>

#include "fft.h"

#if defined MOST_LANES /* a test's choice */
#elif defined __AVX512F__
#define MOST_LANES 16
#elif defined __AVX__
#define MOST_LANES 8
#else
#define MOST_LANES 4
#endif

static int
lanes_for (int points)
{
  int lanes = MOST_LANES;
  while (lanes * lanes > points)
    lanes /= 2;
  return lanes;
}

/* The twiddle factor w_n^k, each rounded once. */
static void
put_factor (float *re, float *im, int64_t k, int n)
{
  double angle = -2 * 3.14159265358979323846 * (double) (k % n) / n;
  *re = (float) cos (angle);
  *im = (float) sin (angle);
}

/* Of butterfly p of the pass: w^p .. w^((radix - 1) p). */
static void
middle_twiddles (float *w, int size, int radix)
{
  for (int p = 0; p < size / radix; p++)
    for (int k = 1; k < radix; k++, w += 2)
      put_factor (w, w + 1, (int64_t) p * k, size);
}

/* A block of them for each block of the vector. */
static void
last_twiddles (float *w, const struct plan *p)
{
  for (int k = 0; k < p->blocks; k++, w += 2 * p->lanes)
    for (int r = 0; r < p->lanes; r++)
      put_factor (w + r, w + p->lanes + r, (int64_t) k * r, p->points);
}

static void
choose_passes (struct plan *p)
{
  for (int left = p->blocks, stride = 1; left > 1;)
    {
      int radix = left == 16 || left % 8 || left == 4 ? 4 : 8;
      p->pass[p->passes++] = (struct pass) { radix, stride, NULL };
      left /= radix;
      stride *= radix;
    }
  p->pass[p->passes++] = (struct pass) { p->lanes, p->blocks, NULL };
}

static bool
make_twiddles (struct plan *p)
{
  for (int n = 0; n < p->passes; n++)
    {
      struct pass *q = &p->pass[n];
      float *w = malloc (sizeof *w * 2 * (size_t) p->points);
      if (!w)
        return false;
      q->twiddles = w;
      if (n == p->passes - 1)
        last_twiddles (w, p);
      else
        middle_twiddles (w, p->blocks / q->stride, q->radix);
    }
  return true;
}

struct plan *
plan_new (int points, bool inverse)
{
  struct plan *p = calloc (1, sizeof *p);
  if (!p)
    return NULL;
  p->points = points, p->inverse = inverse;
  p->lanes = lanes_for (points), p->blocks = points / p->lanes;
  choose_passes (p);
  if (make_twiddles (p))
    return p;
  plan_free (p);
  return NULL;
}

void
plan_free (struct plan *p)
{
  for (int n = 0; p && n < p->passes; n++)
    free ((float *) (uintptr_t) p->pass[n].twiddles);
  free (p);
}
