/* SPDX-License-Identifier: MIT */
/* simd.h - vectors whose lanes are symbols of a batch.
 *
 * A kernel does the same to each symbol of a batch, so a lane is a symbol and no
 * kernel but the transpositions at its ends moves anything across lanes.  The
 * arithmetic of a lane is the same wherever the symbol stands in its batch: that is
 * why all ways to share the work give the same bytes in one build.  How many lanes there are
 * changes nothing; what does is whether the compiler joins a product and a sum (fma), which
 * rounds once where plain x86-64 rounds twice: samples of two such builds differ in a few last
 * bits.  A batch is taken as many symbols at a time as a register has lanes: of longer
 * vectors GCC takes comparisons, conversions and shuffles apart, number by number.
 */
#ifndef WIFI_SIMD_H
#define WIFI_SIMD_H

#include <string.h>

#include "wifi.h"

#if defined __AVX512F__
#define LANES 16
#elif defined __AVX2__
#define LANES 8
#else
#define LANES 4
#endif

typedef float lanes __attribute__ ((vector_size (4 * LANES)));
typedef int32_t lanes_int __attribute__ ((vector_size (4 * LANES)));
typedef int8_t lanes_octet __attribute__ ((vector_size (LANES)));
typedef float four __attribute__ ((vector_size (16)));
typedef int32_t four_int __attribute__ ((vector_size (16)));
typedef int8_t octets16 __attribute__ ((vector_size (16)));

_Static_assert (BATCH % LANES == 0, "a batch is several vectors");

/* One complex number of each symbol. */
struct lanes2 { lanes re, im; };

static inline struct lanes2
times (struct lanes2 a, struct lanes2 b)
{
  return (struct lanes2) { a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
}

/* By one number that is the same for all. */
static inline struct lanes2
times_one (struct lanes2 a, struct sample b)
{
  return (struct lanes2) { a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
}

static inline struct sample
product (struct sample a, struct sample b)
{
  return (struct sample) { a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
}

/* Four rows of four become columns. */
static inline void
turn_four (four x[4])
{
  four a = __builtin_shuffle (x[0], x[1], (four_int) { 0, 4, 1, 5 });
  four b = __builtin_shuffle (x[0], x[1], (four_int) { 2, 6, 3, 7 });
  four c = __builtin_shuffle (x[2], x[3], (four_int) { 0, 4, 1, 5 });
  four d = __builtin_shuffle (x[2], x[3], (four_int) { 2, 6, 3, 7 });
  x[0] = __builtin_shuffle (a, c, (four_int) { 0, 1, 4, 5 });
  x[1] = __builtin_shuffle (a, c, (four_int) { 2, 3, 6, 7 });
  x[2] = __builtin_shuffle (b, d, (four_int) { 0, 1, 4, 5 });
  x[3] = __builtin_shuffle (b, d, (four_int) { 2, 3, 6, 7 });
}

/* fft.c: to[k] is the sum of x[n] e^(-2 pi i n k / 64); x is used up. */
extern void fft64 (struct lanes2 to[CARRIERS], struct lanes2 x[CARRIERS]);

#endif
