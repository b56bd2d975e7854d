/* SPDX-License-Identifier: MIT */
/* idct.c - from coefficients to samples.
 *
 * The transform is that of Loeffler, Ligtenberg and Moschytz (1989) in integers, with 13
 * bits behind the point and 2 of them kept between columns and lines: what libjpeg calls
 * "islow".  Where the values of a damaged file overflow, they do as in the vector code
 * of libjpeg-turbo: sums of two coefficients wrap at 16 bits, results saturate.
 *
 * Two blocks lie side by side, so that one step of a transform is the same operation on
 * 16 neighbours: `pass` is a loop that GCC turns into vector instructions.  A pass works
 * on columns; lines become columns by transposing.
 */
#include <string.h>

#include "jpeg.h"
#include "pick.h"

enum { PAIR = 2, LANES = PAIR * EDGE };

typedef int16_t lanes __attribute__ ((vector_size (2 * LANES), aligned (32)));
typedef int16_t half __attribute__ ((vector_size (2 * EDGE), aligned (16)));

/* A line of both blocks. */
typedef union { int16_t s[LANES]; lanes v; half block[PAIR]; } line;

enum
{
  C0298 = 2446, C0390 = 3196, C0541 = 4433, C0765 = 6270, C0899 = 7373, C1175 = 9633,
  C1501 = 12299, C1847 = 15137, C1961 = 16069, C2053 = 16819, C2562 = 20995, C3072 = 25172
};

static inline __attribute__ ((always_inline)) int16_t
saturate (uint32_t bits, int shift, int most, int zero)
{
  int32_t x = (int32_t) bits >> shift, least = -most - 1;
  x = x > most ? most : x;
  x = x < least ? least : x;
  return (int16_t) (x + zero);
}

/* Eight values of each lane, `shift` fewer bits behind the point, at most `most`, and
 * `zero` added.  Unsigned, where they may overflow. */
static inline __attribute__ ((always_inline)) void
pass (line out[restrict EDGE], const line in[restrict EDGE], int shift, int most, int zero)
{
  const uint32_t round = 1u << (shift - 1);
  for (int i = 0; i < LANES; i++)
    {
      uint32_t i2 = (uint32_t) in[2].s[i], i6 = (uint32_t) in[6].s[i];
      uint32_t i1 = (uint32_t) in[1].s[i], i3 = (uint32_t) in[3].s[i];
      uint32_t i5 = (uint32_t) in[5].s[i], i7 = (uint32_t) in[7].s[i];
      uint32_t sum = (uint32_t) (int16_t) (in[0].s[i] + in[4].s[i]) << 13;
      uint32_t difference = (uint32_t) (int16_t) (in[0].s[i] - in[4].s[i]) << 13;
      uint32_t z = (i2 + i6) * C0541;
      uint32_t t2 = z - i6 * C1847, t3 = z + i2 * C0765;
      uint32_t a0 = sum + t3 + round, a3 = sum - t3 + round;
      uint32_t a1 = difference + t2 + round, a2 = difference - t2 + round;
      uint32_t z3 = (uint32_t) (int16_t) (in[7].s[i] + in[3].s[i]);
      uint32_t z4 = (uint32_t) (int16_t) (in[5].s[i] + in[1].s[i]);
      uint32_t z5 = (z3 + z4) * C1175;
      uint32_t z1 = (i7 + i1) * C0899, z2 = (i5 + i3) * C2562;
      z3 = z5 - z3 * C1961;
      z4 = z5 - z4 * C0390;
      uint32_t b0 = i7 * C0298 - z1 + z3, b1 = i5 * C2053 - z2 + z4;
      uint32_t b2 = i3 * C3072 - z2 + z3, b3 = i1 * C1501 - z1 + z4;
      out[0].s[i] = saturate (a0 + b3, shift, most, zero);
      out[7].s[i] = saturate (a0 - b3, shift, most, zero);
      out[1].s[i] = saturate (a1 + b2, shift, most, zero);
      out[6].s[i] = saturate (a1 - b2, shift, most, zero);
      out[2].s[i] = saturate (a2 + b1, shift, most, zero);
      out[5].s[i] = saturate (a2 - b1, shift, most, zero);
      out[3].s[i] = saturate (a3 + b0, shift, most, zero);
      out[4].s[i] = saturate (a3 - b0, shift, most, zero);
    }
}

/* ---- Transposing ------------------------------------------------------- */

/* Interleaves, in each block, the lower or upper halves of two lines. */
#define LOWER(a, b) PICK (a, b, 0, 16, 1, 17, 2, 18, 3, 19, 8, 24, 9, 25, 10, 26, 11, 27)
#define UPPER(a, b) PICK (a, b, 4, 20, 5, 21, 6, 22, 7, 23, 12, 28, 13, 29, 14, 30, 15, 31)

/* Interleaves lines that are four apart: three times, and all have changed places. */
static inline void
shuffle (lanes out[EDGE], const lanes in[EDGE])
{
  for (int k = 0; k < EDGE / 2; k++)
    {
      out[2 * k] = LOWER (in[k], in[k + 4]);
      out[2 * k + 1] = UPPER (in[k], in[k + 4]);
    }
}

static inline void
transpose (line x[EDGE])
{
  lanes a[EDGE], b[EDGE];
  for (int k = 0; k < EDGE; k++)
    a[k] = x[k].v;
  shuffle (b, a);
  shuffle (a, b);
  shuffle (b, a);
  for (int k = 0; k < EDGE; k++)
    x[k].v = b[k];
}

/* ---- Two blocks --------------------------------------------------------- */

static inline lanes
join (const int16_t *a, const int16_t *b)
{
  line both;
  memcpy (&both.block[0], a, sizeof (half));
  memcpy (&both.block[1], b, sizeof (half));
#if __has_builtin(__builtin_shufflevector) /* registers; GCC 11 goes through memory */
  return __builtin_shufflevector (both.block[0], both.block[1], 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
                                  11, 12, 13, 14, 15);
#else
  return both.v;
#endif
}

static inline void
split (int16_t *a, int16_t *b, const line *x)
{
  memcpy (a, &x->block[0], sizeof (half));
  memcpy (b, &x->block[1], sizeof (half));
}

/* Whether a block has nothing below its first line. */
static inline bool
flat (const line x[EDGE], int block)
{
  half any = x[1].block[block];
  uint64_t words[2];
  for (int k = 2; k < EDGE; k++)
    any |= x[k].block[block];
  memcpy (words, &any, sizeof words);
  return !(words[0] | words[1]);
}

/* A column of one coefficient is constant; libjpeg-turbo then shifts, where others saturate. */
static inline void
spread (line x[EDGE], int block, half first)
{
  half shifted = (half) ((__attribute__ ((vector_size (2 * EDGE))) uint16_t) first << 2);
  for (int k = 0; k < EDGE; k++)
    x[k].block[block] = shifted;
}

static inline void
columns (line x[EDGE])
{
  bool flat0 = flat (x, 0), flat1 = flat (x, 1);
  line first = x[0], out[EDGE];
  if (!flat0 || !flat1)
    {
      pass (out, x, 11, INT16_MAX, 0);
      memcpy (x, out, sizeof out);
    }
  if (flat0)
    spread (x, 0, first.block[0]);
  if (flat1)
    spread (x, 1, first.block[1]);
}

/* Lines are columns while they are worked on; 18 bits: 13, 2 of the first pass, and 3 for
 * the transform's factor of 8. */
static inline void
lines (line x[EDGE])
{
  line out[EDGE];
  transpose (x);
  pass (out, x, 18, 127, 128);
  memcpy (x, out, sizeof out);
  transpose (x);
}

typedef uint8_t samples __attribute__ ((vector_size (LANES)));

static inline void
scale (line x[EDGE], const int16_t *a, const int16_t *b, const uint16_t *quantiser)
{
  for (int k = 0; k < EDGE; k++)
    {
      const int16_t *q = (const int16_t *) quantiser + k * EDGE;
      x[k].v = (lanes) ((__attribute__ ((vector_size (2 * LANES))) uint16_t) join (a + k * EDGE, b + k * EDGE)
                        * (__attribute__ ((vector_size (2 * LANES))) uint16_t) join (q, q));
    }
}

void
idct (uint8_t *restrict to, size_t stride, const struct block *from, int n, const uint16_t *quantiser)
{
  for (int b = 0; b < n; b += PAIR, to += LANES)
    {
      line x[EDGE];
      int bytes = b + 1 < n ? LANES : EDGE;
      scale (x, from[b].c, from[b + 1 < n ? b + 1 : b].c, quantiser);
      columns (x);
      lines (x);
      for (int k = 0; k < EDGE; k++)
        {
          samples s = __builtin_convertvector (x[k].v, samples);
          memcpy (to + (size_t) k * stride, &s, (size_t) bytes);
        }
    }
}

void
idct_row (const struct frame *f, uint8_t *restrict to, const struct block *blocks)
{
  for (int n = 0; n < f->components; n++)
    {
      const struct component *c = &f->component[n];
      for (int v = 0; v < c->v; v++)
        idct (to + c->samples_at + (size_t) v * EDGE * c->stride, c->stride,
              blocks + c->blocks_at + (long) v * c->columns, c->columns, c->quantiser);
    }
}

/* ---- The steps by themselves ---------------------------------------------- */

void
predict_blocks (int16_t *restrict to, const int16_t *restrict from, int n, int16_t *sum)
{
  for (int b = 0; b < n; b++, to += BLOCK, from += BLOCK)
    {
      memcpy (to, from, sizeof (struct block));
      to[0] = *sum = (int16_t) (*sum + from[0]);
    }
}

#ifdef __AVX512BW__

/* The zigzag places of a block's upper and lower half, line by line. */
#define UPPER_HALF \
     0, 1, 5, 6, 14, 15, 27, 28, \
     2, 4, 7, 13, 16, 26, 29, 42, \
     3, 8, 12, 17, 25, 30, 41, 43, \
     9, 11, 18, 24, 31, 40, 44, 53
#define LOWER_HALF \
     10, 19, 23, 32, 39, 45, 52, 54, \
     20, 22, 33, 38, 46, 51, 55, 60, \
     21, 34, 37, 47, 50, 56, 59, 61, \
     35, 36, 48, 49, 57, 58, 62, 63

typedef int16_t lines_of_four __attribute__ ((vector_size (64), aligned (2)));

/* Half a block in two instructions. */
void
order_blocks (int16_t *restrict to, const int16_t *restrict from, int n)
{
  for (int b = 0; b < n; b++, to += BLOCK, from += BLOCK)
    {
      lines_of_four a, c, upper, lower;
      memcpy (&a, from, sizeof a);
      memcpy (&c, from + BLOCK / 2, sizeof c);
      upper = PICK (a, c, UPPER_HALF);
      lower = PICK (a, c, LOWER_HALF);
      memcpy (to, &upper, sizeof upper);
      memcpy (to + BLOCK / 2, &lower, sizeof lower);
    }
}

#else

/* A line of the block has coefficients of three or five lines of the zigzag: of two at a time, and
 * of the last.  -1: of none. */
void
order_blocks (int16_t *restrict to, const int16_t *restrict from, int n)
{
  for (int b = 0; b < n; b++, to += BLOCK, from += BLOCK)
    {
      half x[EDGE], y[EDGE];
      memcpy (x, from, sizeof x);
      y[0] = PICK (PICK (x[0], x[1], 0, 1, 5, 6, 14, 15, -1, -1),
               x[3], 0, 1, 2, 3, 4, 5, 11, 12);
      y[1] = PICK (PICK (PICK (x[0], x[1], 2, 4, 7, 13, -1, -1, -1, -1),
                     PICK (x[2], x[3], -1, -1, -1, -1, 0, 10, 13, -1), 0, 1, 2, 3, 12, 13, 14, -1),
               x[5], 0, 1, 2, 3, 4, 5, 6, 10);
      y[2] = PICK (PICK (PICK (x[0], x[1], 3, 8, 12, -1, -1, -1, -1, -1),
                     PICK (x[2], x[3], -1, -1, -1, 1, 9, 14, -1, -1), 0, 1, 2, 11, 12, 13, -1, -1),
               x[5], 0, 1, 2, 3, 4, 5, 9, 11);
      y[3] = PICK (PICK (PICK (x[1], x[2], 1, 3, 10, -1, -1, -1, -1, -1),
                     PICK (x[3], x[5], -1, -1, -1, 0, 7, 8, 12, -1), 0, 1, 2, 11, 12, 13, 14, -1),
               x[6], 0, 1, 2, 3, 4, 5, 6, 13);
      y[4] = PICK (PICK (PICK (x[1], x[2], 2, 11, 15, -1, -1, -1, -1, -1),
                     PICK (x[4], x[5], -1, -1, -1, 0, 7, 13, -1, -1), 0, 1, 2, 11, 12, 13, -1, -1),
               x[6], 0, 1, 2, 3, 4, 5, 12, 14);
      y[5] = PICK (PICK (PICK (x[2], x[4], 4, 6, 9, 14, -1, -1, -1, -1),
                     PICK (x[5], x[6], -1, -1, -1, -1, 6, 11, 15, -1), 0, 1, 2, 3, 12, 13, 14, -1),
               x[7], 0, 1, 2, 3, 4, 5, 6, 12);
      y[6] = PICK (PICK (PICK (x[2], x[4], 5, 10, 13, -1, -1, -1, -1, -1),
                     PICK (x[5], x[6], -1, -1, -1, 7, 10, -1, -1, -1), 0, 1, 2, 11, 12, -1, -1, -1),
               x[7], 0, 1, 2, 3, 4, 8, 11, 13);
      y[7] = PICK (PICK (x[4], x[6], 3, 4, 8, 9, -1, -1, -1, -1),
               x[7], 0, 1, 2, 3, 9, 10, 14, 15);
      memcpy (to, y, sizeof y);
    }
}

#endif

void
scale_blocks (int16_t *restrict to, const int16_t *restrict from, int n, const uint16_t *quantiser)
{
  for (int b = 0; b < n; b++, to += BLOCK, from += BLOCK)
    for (int k = 0; k < BLOCK; k++)
      to[k] = (int16_t) ((unsigned) from[k] * quantiser[k]);
}

void
column_blocks (int16_t *restrict to, const int16_t *restrict from, int n)
{
  for (int b = 0; b < n; b += PAIR)
    {
      line x[EDGE];
      int other = b + 1 < n ? b + 1 : b;
      for (int k = 0; k < EDGE; k++)
        x[k].v = join (from + b * BLOCK + k * EDGE, from + other * BLOCK + k * EDGE);
      columns (x);
      for (int k = 0; k < EDGE; k++)
        split (to + b * BLOCK + k * EDGE, to + other * BLOCK + k * EDGE, &x[k]);
    }
}

void
row_blocks (uint8_t *restrict to, const int16_t *restrict from, int n)
{
  for (int b = 0; b < n; b += PAIR)
    {
      line x[EDGE];
      int other = b + 1 < n ? b + 1 : b;
      for (int k = 0; k < EDGE; k++)
        x[k].v = join (from + b * BLOCK + k * EDGE, from + other * BLOCK + k * EDGE);
      lines (x);
      for (int k = 0; k < EDGE; k++)
        {
          samples s = __builtin_convertvector (x[k].v, samples);
          memcpy (to + b * BLOCK + k * EDGE, &s, EDGE);
          memcpy (to + other * BLOCK + k * EDGE, (const uint8_t *) &s + (other > b ? EDGE : 0), EDGE);
        }
    }
}
