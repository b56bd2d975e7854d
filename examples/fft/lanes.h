/* SPDX-License-Identifier: MIT */
/* lanes.h - vectors of LANES floats, and how lanes change places.
 *
 * Included once for each number of lanes, with LANES set; N (name) is the name for
 * that number.  GCC's vector extensions: where the processor has narrower registers
 * the compiler makes several instructions of one operation.
 */

typedef float N (lanes) __attribute__ ((vector_size (4 * LANES)));
typedef int32_t N (places) __attribute__ ((vector_size (4 * LANES)));

/* So many complex numbers, at as many lanes. */
struct N (block) { N (lanes) re, im; };

#if LANES == 4
#define EVEN { 0, 2, 4, 6 }
#define ODD { 1, 3, 5, 7 }
#define LOW { 0, 4, 1, 5 }
#define HIGH { 2, 6, 3, 7 }
#elif LANES == 8
#define EVEN { 0, 2, 4, 6, 8, 10, 12, 14 }
#define ODD { 1, 3, 5, 7, 9, 11, 13, 15 }
#define LOW { 0, 8, 1, 9, 2, 10, 3, 11 }
#define HIGH { 4, 12, 5, 13, 6, 14, 7, 15 }
#else
#define EVEN { 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30 }
#define ODD { 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31 }
#define LOW { 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23 }
#define HIGH { 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31 }
#endif

#define PICK(a, b, ...) __builtin_shuffle ((a), (b), (N (places)) __VA_ARGS__)

INLINE N (lanes)
N (load) (const float *p)
{
  N (lanes) x;
  memcpy (&x, p, sizeof x);
  return x;
}

INLINE void
N (store) (float *p, N (lanes) x)
{
  memcpy (p, &x, sizeof x);
}

/* A block in memory: real parts, then imaginary ones. */
INLINE struct N (block)
N (load_block) (const float *p)
{
  return (struct N (block)) { N (load) (p), N (load) (p + LANES) };
}

INLINE void
N (store_block) (float *p, struct N (block) x)
{
  N (store) (p, x.re);
  N (store) (p + LANES, x.im);
}

/* Complex numbers in memory, as C has them.  swapped: the two parts in each other's
 * place. */
INLINE struct N (block)
N (load_complex) (const float *p, bool swapped)
{
  N (lanes) a = N (load) (p), b = N (load) (p + LANES);
  N (lanes) re = PICK (a, b, EVEN), im = PICK (a, b, ODD);
  return swapped ? (struct N (block)) { im, re } : (struct N (block)) { re, im };
}

INLINE void
N (store_complex) (float *p, struct N (block) x, bool swapped)
{
  N (lanes) re = swapped ? x.im : x.re, im = swapped ? x.re : x.im;
  N (store) (p, PICK (re, im, LOW));
  N (store) (p + LANES, PICK (re, im, HIGH));
}

/* Lane k of x[r] becomes lane r of x[k].  Each round deals the rows r and
 * r + LANES / 2 out like a pack of cards; the number of a place is then turned by
 * one bit, and after as many rounds as it has in half, rows and lanes have changed
 * sides. */
INLINE void
N (transpose) (N (lanes) x[LANES])
{
  for (int round = 1; round < LANES; round *= 2)
    {
      N (lanes) y[LANES];
      for (int r = 0; r < LANES / 2; r++)
        {
          y[2 * r] = PICK (x[r], x[r + LANES / 2], LOW);
          y[2 * r + 1] = PICK (x[r], x[r + LANES / 2], HIGH);
        }
      for (int r = 0; r < LANES; r++)
        x[r] = y[r];
    }
}

#undef PICK
#undef EVEN
#undef ODD
#undef LOW
#undef HIGH
