/* SPDX-License-Identifier: MIT */
/* filters.c - sums of products, which is nearly all of the work.
 *
 * Two ways to add up a filter, each for the vectoriser: results side by side
 * where each has the next inputs (fir), taps side by side where they are apart
 * (resample, decimate_frames).  Either way a result adds its products one by one
 * in one order, wherever a call begins or ends, and each is rounded in the same way.
 */
#include "radio.h"

#include <math.h>

enum { LANES = 16, STRIP = 8 * LANES };

/* Returns sum + a * b, rounded once if the processor has an instruction for it.  GCC would use that
 * instruction with -ffp-contract=fast, too, but GCC 15 does so in some iterations of a vectorised
 * loop only, and a result would depend on where a call begins. */
static inline float
add_product (float sum, float a, float b)
{
#ifdef FP_FAST_FMAF
  return fmaf (a, b, sum);
#else
  return sum + a * b;
#endif
}

/* A strip of results stays in registers while the taps go by. */
static inline void
fir_strip (float *restrict to, const float *restrict from, int n, const float *restrict tap,
           int64_t taps, int channels)
{
  float sum[STRIP] = { 0 };
  for (int64_t k = 0; k < taps; k++)
    for (int i = 0; i < n; i++)
      sum[i] = add_product (sum[i], tap[k], from[i + k * channels]);
  for (int i = 0; i < n; i++)
    to[i] = sum[i];
}

void
fir (const struct filter *f, float *restrict to, const float *restrict from, int64_t n, int channels)
{
  int64_t tl = 0;
  n *= channels;
  for (; tl + STRIP <= n; tl += STRIP)
    fir_strip (to + tl, from + tl, STRIP, f->tap, f->s.taps, channels);
  for (; tl + LANES <= n; tl += LANES)
    fir_strip (to + tl, from + tl, LANES, f->tap, f->s.taps, channels);
  if (tl < n)
    fir_strip (to + tl, from + tl, (int) (n - tl), f->tap, f->s.taps, channels);
}

static inline float
add_lanes (const float *lane, int n)
{
  return n == 1 ? lane[0] : add_lanes (lane, n / 2) + add_lanes (lane + n / 2, n / 2);
}

void
resample (const struct filter *f, float *restrict to, const float *restrict from, int64_t tl,
          int64_t hd)
{
  const struct stage *s = &f->s;
  for (int64_t m = tl; m < hd; m++)
    {
      const float *tap = f->tap + m * s->down % s->up * s->taps;
      const float *x = from + (first_of (s, m) - first_of (s, tl));
      float lane[LANES] = { 0 };
      for (int64_t k = 0; k < s->taps; k += LANES)
        for (int j = 0; j < LANES; j++)
          lane[j] = add_product (lane[j], tap[k + j], x[k + j]);
      to[m - tl] = add_lanes (lane, LANES);
    }
}

void
filter_run (const struct filter *f, float *restrict to, const float *restrict from, int64_t tl,
            int64_t hd)
{
  if (f->s.up == 1 && f->s.down == 1)
    fir (f, to, from, hd - tl, 1);
  else
    resample (f, to, from, tl, hd);
}

/* The taps of frames stand twice, for I and for Q (design.c). */
void
decimate_frames (const struct filter *f, float *restrict to, const float *restrict from, int64_t n)
{
  for (int64_t m = 0; m < n; m++)
    {
      const float *x = from + 2 * m * f->s.down;
      float lane[LANES] = { 0 };
      for (int64_t k = 0; k < 2 * f->s.taps; k += LANES)
        for (int j = 0; j < LANES; j++)
          lane[j] = add_product (lane[j], f->tap[k + j], x[k + j]);
      float pair[LANES];
      for (int j = 0; j < LANES / 2; j++)
        pair[j] = lane[2 * j], pair[LANES / 2 + j] = lane[2 * j + 1];
      to[2 * m] = add_lanes (pair, LANES / 2);
      to[2 * m + 1] = add_lanes (pair + LANES / 2, LANES / 2);
    }
}
