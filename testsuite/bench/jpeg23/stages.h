/* SPDX-License-Identifier: MIT */
/* stages.h - what the 23 processes of a JPEG decoder do to a block of 64.
 *
 * The back end of a baseline decoder for 4:2:0, from coefficients to pixels, in
 * integers.  Coefficients are made, not decoded: Huffman codes are a matter of
 * bits, not of bursts.  Arithmetic operations an element: make 5, predict 0 (one
 * a block), order 0 (a permutation), scale 1, rows and columns 6 each (an 8-point
 * inverse DCT: 11 multiplications, 29 additions, and rounding), clamp 4, double 0
 * (each sample four times), colour 14 a pixel, sum 1.
 *
 * All is known of a macroblock from its number: prediction starts anew each
 * RESTART macroblocks, as it does at a restart marker, and the same picture
 * follows.  So the work can be cut there, and the sum of any number of
 * intervals is known from one.
 */
#ifndef BENCH_JPEG23_STAGES_H
#define BENCH_JPEG23_STAGES_H
#include "../common.h"

enum { BLOCK = 64, LUMA_BLOCKS = 4, PIXELS = LUMA_BLOCKS * BLOCK, RESTART = 64 };
enum { Y, CB, CR, COMPONENTS };

/* Blocks of a component in a macroblock. */
static inline int
blocks_of (int component)
{
  return component == Y ? LUMA_BLOCKS : 1;
}

struct stage
{
  int component;
  long block;      /* how many have passed */
  int32_t dc;
};

typedef void stage_function (struct stage *s, const int32_t *restrict in, int32_t *restrict out);

/* A dozen coefficients in zigzag order, the first a difference. */
static inline void
make (struct stage *s, const int32_t *restrict in, int32_t *restrict out)
{
  (void) in;
  long period = RESTART * blocks_of (s->component);
  uint32_t x = (uint32_t) (s->block++ % period * 3 + s->component) * 2654435761u;
  for (int k = 0; k < BLOCK; k++)
    {
      x = x * 1664525u + 1013904223u;
      int32_t value = (int32_t) (x >> 24) - 128;
      out[k] = k == 0 ? value >> 3 : k < 12 ? value >> (k / 2 + 1) : 0;
    }
}

static inline void
predict (struct stage *s, const int32_t *restrict in, int32_t *restrict out)
{
  if (s->block++ % (RESTART * blocks_of (s->component)) == 0)
    s->dc = 0;
  memcpy (out, in, BLOCK * sizeof *out);
  s->dc += in[0];
  out[0] = s->dc;
}

static const uint8_t zigzag[BLOCK] = {
  0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48,
  41, 34, 27, 20, 13, 6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23,
  30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63
};

static inline void
order (struct stage *s, const int32_t *restrict in, int32_t *restrict out)
{
  (void) s;
  for (int k = 0; k < BLOCK; k++)
    out[zigzag[k]] = in[k];
}

static inline void
scale (struct stage *s, const int32_t *restrict in, int32_t *restrict out)
{
  int base = s->component == Y ? 3 : 4;
  for (int k = 0; k < BLOCK; k++)
    out[k] = in[k] * (base + (k >> 3) + (k & 7));
}

/* Of eight values that are `step` apart; Loeffler, Ligtenberg and Moschytz, 13
 * bits behind the point.  Its factors: */
enum
{
  C0298 = 2446, C0390 = 3196, C0541 = 4433, C0765 = 6270, C0899 = 7373, C1175 = 9633,
  C1501 = 12299, C1847 = 15137, C1961 = 16069, C2053 = 16819, C2562 = 20995, C3072 = 25172
};

static inline void
inverse_dct (const int32_t *restrict in, int32_t *restrict out, int step, int shift)
{
  int32_t round = 1 << (shift - 1);
  int32_t z = (in[2 * step] + in[6 * step]) * C0541;
  int32_t t2 = z - in[6 * step] * C1847, t3 = z + in[2 * step] * C0765;
  int32_t t0 = (in[0] + in[4 * step]) * 8192, t1 = (in[0] - in[4 * step]) * 8192;
  int32_t a0 = t0 + t3 + round, a3 = t0 - t3 + round, a1 = t1 + t2 + round, a2 = t1 - t2 + round;
  int32_t b0 = in[7 * step], b1 = in[5 * step], b2 = in[3 * step], b3 = in[step];
  int32_t z1 = (b0 + b3) * -C0899, z2 = (b1 + b2) * -C2562;
  int32_t z5 = (b0 + b2 + b1 + b3) * C1175;
  int32_t z3 = (b0 + b2) * -C1961 + z5, z4 = (b1 + b3) * -C0390 + z5;
  b0 = b0 * C0298 + z1 + z3, b1 = b1 * C2053 + z2 + z4;
  b2 = b2 * C3072 + z2 + z3, b3 = b3 * C1501 + z1 + z4;
  out[0] = (a0 + b3) >> shift, out[7 * step] = (a0 - b3) >> shift;
  out[step] = (a1 + b2) >> shift, out[6 * step] = (a1 - b2) >> shift;
  out[2 * step] = (a2 + b1) >> shift, out[5 * step] = (a2 - b1) >> shift;
  out[3 * step] = (a3 + b0) >> shift, out[4 * step] = (a3 - b0) >> shift;
}

static inline void
rows (struct stage *s, const int32_t *restrict in, int32_t *restrict out)
{
  (void) s;
  for (int r = 0; r < BLOCK; r += 8)
    inverse_dct (in + r, out + r, 1, 11);
}

static inline void
columns (struct stage *s, const int32_t *restrict in, int32_t *restrict out)
{
  (void) s;
  for (int c = 0; c < 8; c++)
    inverse_dct (in + c, out + c, 8, 18);
}

static inline int32_t
to_byte (int32_t x)
{
  return x < 0 ? 0 : x > 255 ? 255 : x;
}

static inline void
clamp (struct stage *s, const int32_t *restrict in, int32_t *restrict out)
{
  (void) s;
  for (int k = 0; k < BLOCK; k++)
    out[k] = to_byte (in[k] + 128);
}

/* Block n of the four that a block of samples becomes. */
static inline void
enlarge (const int32_t *restrict in, int32_t *restrict out, int n)
{
  const int32_t *corner = in + (n & 1) * 4 + (n >> 1) * 32;
  for (int r = 0; r < 8; r++)
    for (int c = 0; c < 8; c++)
      out[8 * r + c] = corner[r / 2 * 8 + c / 2];
}

/* To red, green and blue, 16 bits behind the point. */
static inline void
colour (const int32_t *restrict y, const int32_t *restrict cb, const int32_t *restrict cr,
        int32_t *restrict out)
{
  for (int k = 0; k < BLOCK; k++)
    {
      int32_t b = cb[k] - 128, r = cr[k] - 128;
      int32_t red = to_byte (y[k] + ((91881 * r + 32768) >> 16));
      int32_t green = to_byte (y[k] - ((22554 * b + 46802 * r + 32768) >> 16));
      int32_t blue = to_byte (y[k] + ((116130 * b + 32768) >> 16));
      out[k] = red << 16 | green << 8 | blue;
    }
}

#endif
