/* SPDX-License-Identifier: MIT */
/* window_shape.c - windows, and filters designed with them.
 *
 * The formulas are those of A. V. Oppenheim, R. W. Schafer: "Discrete-Time Signal Processing",
 * chapter on the design of FIR filters by windowing.
 */
#include "blocks/blocks.h"

/* The modified Bessel function of order 0, by its power series. */
static double
bessel (double x)
{
  double sum = 1, term = 1;
  for (int k = 1; term > 1e-18 * sum; k++)
    {
      term *= x / (2 * k) * (x / (2 * k));
      sum += term;
    }
  return sum;
}

/* The window at t, from 0 to 1. */
static double
shape (enum erbium_window kind, double beta, double t)
{
  switch (kind)
    {
    case ERBIUM_WINDOW_RECTANGULAR: return 1;
    case ERBIUM_WINDOW_HANN: return 0.5 - 0.5 * cos (2 * M_PI * t);
    case ERBIUM_WINDOW_HAMMING: return 0.54 - 0.46 * cos (2 * M_PI * t);
    case ERBIUM_WINDOW_BLACKMAN:
      return 0.42 - 0.5 * cos (2 * M_PI * t) + 0.08 * cos (4 * M_PI * t);
    case ERBIUM_WINDOW_KAISER:
      return bessel (beta * sqrt (fmax (0, 1 - (2 * t - 1) * (2 * t - 1)))) / bessel (beta);
    }
  erb_block_fail (ERBIUM_EXIT_MISUSE, "erbium_block_window", "there is no window %d", (int) kind);
}

void
erbium_block_window (enum erbium_window kind, double beta, bool periodic, int n, float *w)
{
  erb_block_expect (__func__, "the length", n);
  int parts = periodic ? n : n - 1;
  for (int i = 0; i < n; i++)
    w[i] = (float) (n == 1 ? 1 : shape (kind, beta, (double) i / parts));
}

void
erbium_block_lowpass (double cutoff, enum erbium_window kind, double beta, int n, float *taps)
{
  erb_block_expect (__func__, "the number of taps", n);
  if (!(cutoff > 0 && cutoff < 1))
    erb_block_fail (ERBIUM_EXIT_MISUSE, __func__,
                    "the cutoff is %g; expected more than 0 and less than 1", cutoff);
  double sum = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < n; i++)
      {
        double at = i - (n - 1) / 2.0, x = M_PI * cutoff * at;
        double tap = cutoff * (at == 0 ? 1 : sin (x) / x)
                     * (n == 1 ? 1 : shape (kind, beta, (double) i / (n - 1)));
        if (pass == 0)
          sum += tap;
        else
          taps[i] = (float) (tap / sum);
      }
}
