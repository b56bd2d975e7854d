/* SPDX-License-Identifier: MIT */
/* hand.h - what the loops by hand share.
 *
 * Each is the program NAME.str as one sequential loop: a turn is a steady state, and arrays of
 * its elements are between the steps.  Steps that look ahead keep the last elements of the turn
 * before.  Operations are those of the program, in the same order, so the sums agree.
 */
#ifndef BENCH_STREAMIT_HAND_H
#define BENCH_STREAMIT_HAND_H
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { OUT = 1024 }; /* elements that the last filter takes in a turn */

int64_t erbium_streamit_iterations (int64_t most);
void bench_take (int32_t sum);

/* The next elements of the source. */
static inline void
source_float (float *to, long count, uint32_t *n)
{
  uint32_t first = *n;
  for (long i = 0; i < count; i++)
    to[i] = (float) ((first + (uint32_t) i) * 37 & 255) * 0.0078125f - 1.0f;
  *n = first + (uint32_t) count;
}

static inline void
source_int (int32_t *to, long count, uint32_t *n)
{
  uint32_t first = *n;
  for (long i = 0; i < count; i++)
    {
      uint32_t x = first + (uint32_t) i;
      to[i] = (int32_t) (x * 40503 ^ (uint32_t) ((int32_t) x >> 3));
    }
  *n = first + (uint32_t) count;
}

static inline uint32_t
sum_float (const float *from, uint32_t sum)
{
  for (uint32_t i = 0; i < OUT; i++)
    sum += (2 * i + 1) * (uint32_t) (int32_t) (from[i] * 4096);
  return sum;
}

static inline uint32_t
sum_int (const int32_t *from, uint32_t sum)
{
  for (uint32_t i = 0; i < OUT; i++)
    sum += (2 * i + 1) * (uint32_t) from[i];
  return sum;
}

static inline void
taps_of (float *h, int taps, float step)
{
  for (int i = 0; i < taps; i++)
    h[i] = (float) sin ((float) (i + 1) * step) / (float) taps;
}

/* Elements count apart `apart' of `to', from every `thin'-th element of `from' on. */
static inline __attribute__ ((always_inline)) void
fir (float *restrict to, long count, long apart, const float *restrict from, long thin,
     const float *restrict h, int taps)
{
  for (long i = 0; i < count; i++)
    {
      float sum = 0;
      for (int k = 0; k < taps; k++)
        sum += h[k] * from[i * thin + k];
      to[i * apart] = sum;
    }
}

#endif
