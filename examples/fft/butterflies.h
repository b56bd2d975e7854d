/* SPDX-License-Identifier: MIT */
/* butterflies.h - passes over a vector, LANES numbers at a time.
 *
 * Included once for each number of lanes, after lanes.h.
 *
 * The algorithm.  With L lanes, point L t + r of a vector is lane r of block t, so
 * the blocks are L vectors side by side, each of M = points / L.  All but the last
 * pass transform these, with the same instructions for all lanes and nothing that
 * crosses them: Y_r[k], by Stockham's method, which ends in natural order without a
 * pass of its own for that.  The last pass takes them together,
 *
 *   X[k + M j] = sum over r of  w^(r k) Y_r[k] w_L^(r j),    w = exp (-2 pi i / points)
 *
 * L values of k at a time: it multiplies block k by the factors w^(r k), changes lanes
 * and blocks, and is then again the same work in all lanes, a transform of L blocks;
 * what is written are L complex numbers in a row.
 *
 * The inverse is the same between parts that have changed places: if S swaps the real
 * and the imaginary part, F^-1 = S F S / points.
 */

/* ---- Butterflies: a transform of 2, 4, 8, 16 blocks ------------------------ */

INLINE struct N (block)
N (add) (struct N (block) a, struct N (block) b)
{
  return (struct N (block)) { a.re + b.re, a.im + b.im };
}

INLINE struct N (block)
N (subtract) (struct N (block) a, struct N (block) b)
{
  return (struct N (block)) { a.re - b.re, a.im - b.im };
}

/* a * -i */
INLINE struct N (block)
N (turn) (struct N (block) a)
{
  return (struct N (block)) { a.im, -a.re };
}

INLINE struct N (block)
N (times) (struct N (block) a, N (lanes) re, N (lanes) im)
{
  return (struct N (block)) { a.re * re - a.im * im, a.re * im + a.im * re };
}

INLINE struct N (block)
N (times_number) (struct N (block) a, float re, float im)
{
  return N (times) (a, re - (N (lanes)) {}, im - (N (lanes)) {});
}

/* x[k s] for k = 0 .. 3, in natural order. */
INLINE void
N (butterfly_4) (struct N (block) *x, int s)
{
  struct N (block) a = N (add) (x[0], x[2 * s]), b = N (subtract) (x[0], x[2 * s]);
  struct N (block) c = N (add) (x[s], x[3 * s]);
  struct N (block) d = N (turn) (N (subtract) (x[s], x[3 * s]));
  x[0] = N (add) (a, c);
  x[s] = N (add) (b, d);
  x[2 * s] = N (subtract) (a, c);
  x[3 * s] = N (subtract) (b, d);
}

/* Even and odd halves by fours, then by twos. */
INLINE void
N (butterfly_8) (struct N (block) *x)
{
  const float h = 0.70710678118654752440f;
  N (butterfly_4) (x, 2);
  N (butterfly_4) (x + 1, 2);
  struct N (block) b = x[3], d = x[7], c = N (turn) (x[5]);
  struct N (block) t[4] = { x[1], { h * (b.re + b.im), h * (b.im - b.re) }, c,
                            { h * (d.im - d.re), -h * (d.re + d.im) } };
  struct N (block) e[4] = { x[0], x[2], x[4], x[6] };
  for (int k = 0; k < 4; k++)
    {
      x[k] = N (add) (e[k], t[k]);
      x[k + 4] = N (subtract) (e[k], t[k]);
    }
}

/* Four by four. */
INLINE void
N (butterfly_16) (struct N (block) *x)
{
  const float c = 0.92387953251128675613f, s = 0.38268343236508977173f;
  const float h = 0.70710678118654752440f;
  for (int q = 0; q < 4; q++)
    N (butterfly_4) (x + q, 4);
  /* x[q + 4 k] times w_16^(q k) */
  x[5] = N (times_number) (x[5], c, -s);
  x[6] = N (times_number) (x[6], h, -h);
  x[7] = N (times_number) (x[7], s, -c);
  x[9] = N (times_number) (x[9], h, -h);
  x[10] = N (turn) (x[10]);
  x[11] = N (times_number) (x[11], -h, -h);
  x[13] = N (times_number) (x[13], s, -c);
  x[14] = N (times_number) (x[14], -h, -h);
  x[15] = N (times_number) (x[15], -c, s);
  for (int k = 0; k < 4; k++)
    N (butterfly_4) (x + 4 * k, 1);
  for (int k = 0; k < 4; k++) /* X[k + 4 j] stands at 4 k + j */
    for (int j = k + 1; j < 4; j++)
      {
        struct N (block) t = x[4 * k + j];
        x[4 * k + j] = x[4 * j + k];
        x[4 * j + k] = t;
      }
}

INLINE void
N (butterfly) (struct N (block) *x, int radix)
{
  if (radix == 4)
    N (butterfly_4) (x, 1);
  else if (radix == 8)
    N (butterfly_8) (x);
  else
    N (butterfly_16) (x);
}

/* ---- All passes but the last ---------------------------------------------- */

/* Stockham: x[q + s (p + k m)] -> y[q + s (radix p + k)], where m butterflies times
 * the stride s times the radix are all blocks.  All parameters but the pointers are
 * constants where this is inlined, or do not matter. */
INLINE void
N (middle) (const struct plan *plan, const struct pass *pass, int radix, bool first, bool swapped,
            const float *restrict from, float *restrict to)
{
  int s = first ? 1 : pass->stride, m = plan->blocks / radix / s;
  for (int p = 0; p < m; p++)
    {
      const float *w = pass->twiddles + p * 2 * (radix - 1);
      for (int q = 0; q < s; q++)
        {
          struct N (block) x[8];
          for (int k = 0; k < radix; k++)
            {
              const float *at = from + (q + s * (p + k * m)) * 2 * LANES;
              x[k] = first ? N (load_complex) (at, swapped) : N (load_block) (at);
            }
          N (butterfly) (x, radix);
          for (int k = 1; k < radix && m > 1; k++)
            x[k] = N (times_number) (x[k], w[2 * k - 2], w[2 * k - 1]);
          for (int k = 0; k < radix; k++)
            N (store_block) (to + (q + s * (radix * p + k)) * 2 * LANES, x[k]);
        }
    }
}

/* ---- The last pass --------------------------------------------------------- */

INLINE void
N (last) (const struct plan *plan, const struct pass *pass, bool swapped,
          const float *restrict from, float *restrict to)
{
  const float *w = pass->twiddles;
  N (lanes) scale = (swapped ? 1.0f / (float) plan->points : 1.0f) - (N (lanes)) {};
  for (int k = 0; k < plan->blocks; k += LANES)
    {
      struct N (block) x[LANES];
      N (lanes) re[LANES], im[LANES];
      for (int b = 0; b < LANES; b++)
        {
          struct N (block) f = N (load_block) (w + (k + b) * 2 * LANES);
          x[b] = N (times) (N (load_block) (from + (k + b) * 2 * LANES), f.re, f.im);
          re[b] = x[b].re, im[b] = x[b].im;
        }
      N (transpose) (re);
      N (transpose) (im);
      for (int r = 0; r < LANES; r++)
        x[r] = (struct N (block)) { re[r], im[r] };
      N (butterfly) (x, LANES);
      for (int j = 0; j < LANES; j++)
        {
          if (swapped)
            x[j] = (struct N (block)) { x[j].re * scale, x[j].im * scale };
          N (store_complex) (to + (k + j * plan->blocks) * 2, x[j], swapped);
        }
    }
}

/* ---- Which of them ---------------------------------------------------------- */

static void
N (run) (const struct plan *plan, int n, const float *from, float *to)
{
  const struct pass *pass = &plan->pass[n];
  bool inverse = plan->inverse;
  if (n == plan->passes - 1 && inverse)
    N (last) (plan, pass, true, from, to);
  else if (n == plan->passes - 1)
    N (last) (plan, pass, false, from, to);
  else if (n > 0 && pass->radix == 4)
    N (middle) (plan, pass, 4, false, false, from, to);
  else if (n > 0)
    N (middle) (plan, pass, 8, false, false, from, to);
  else if (pass->radix == 4 && inverse)
    N (middle) (plan, pass, 4, true, true, from, to);
  else if (pass->radix == 4)
    N (middle) (plan, pass, 4, true, false, from, to);
  else if (inverse)
    N (middle) (plan, pass, 8, true, true, from, to);
  else
    N (middle) (plan, pass, 8, true, false, from, to);
}
