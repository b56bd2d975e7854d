/* SPDX-License-Identifier: MIT */
/* training.c - what both sides know beforehand: training sequences, pilots, which
 * carriers bear data. */
#include <math.h>

#include "simd.h"

struct sample short_training[16], long_training[CARRIERS];
float long_carriers[CARRIERS];
int8_t pilot_polarity[127];
const uint8_t data_bin[DATA_CARRIERS] = {
  38, 39, 40, 41, 42, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54,
  55, 56, 58, 59, 60, 61, 62, 63, 1,  2,  3,  4,  5,  6,  8,  9,
  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 22, 23, 24, 25, 26,
};
const uint8_t pilot_bin[PILOTS] = { 43, 57, 7, 21 };
const int8_t pilot_place[PILOTS] = { -21, -7, 7, 21 };
const float pilot_sign[PILOTS] = { 1, 1, 1, -1 };

/* Carriers -26 to 26 of the long sequence (17.3.3, equation 8). */
static const int8_t long_sequence[53] = {
  1, 1, -1, -1, 1, 1, -1, 1, -1, 1, 1, 1, 1, 1, 1, -1, -1, 1, 1, -1, 1, -1, 1, 1, 1, 1,
  0,
  1, -1, -1, 1, 1, -1, 1, -1, 1, -1, -1, -1, -1, -1, 1, 1, -1, -1, 1, -1, 1, -1, 1, 1, 1, 1,
};

/* Every fourth carrier of the short one, from -24 to 24 (equation 6). */
static const int8_t short_sequence[13] = { 1, -1, 1, -1, -1, 1, 0, -1, -1, 1, 1, 1, 1 };

/* A symbol that has x on its carriers.  One lane is used. */
static void
to_samples (struct sample *to, const struct sample x[CARRIERS], int n)
{
  struct lanes2 from[CARRIERS], y[CARRIERS];
  for (int k = 0; k < CARRIERS; k++) /* exchanged: an inverse transform */
    from[k] = (struct lanes2) { x[k].im + (lanes) { 0 }, x[k].re + (lanes) { 0 } };
  fft64 (y, from);
  for (int k = 0; k < n; k++)
    to[k] = (struct sample) { y[k].im[0] / CARRIERS, y[k].re[0] / CARRIERS };
}

void
training_init (void)
{
  struct sample x[CARRIERS] = { 0 };
  for (int k = -26; k <= 26; k++)
    x[k & 63].re = long_carriers[k & 63] = long_sequence[k + 26];
  to_samples (long_training, x, CARRIERS);

  memset (x, 0, sizeof x);
  for (int k = -6; k <= 6; k++)
    x[4 * k & 63].re = x[4 * k & 63].im = (float) (sqrt (13. / 6) * short_sequence[k + 6]);
  to_samples (short_training, x, 16);

  for (int k = 0; k < 127; k++) /* 17.3.5.9: the scrambler's sequence */
    pilot_polarity[k] = scrambling[127][k] ? -1 : 1;
}

/* Makes all tables, before main: ranks other than 0 of an MPI job have no main. */
__attribute__ ((constructor)) static void
make_tables (void)
{
  rates_init ();
  bits_init ();
  fft_init ();
  training_init ();
  modulate_init ();
  viterbi_init ();
}
