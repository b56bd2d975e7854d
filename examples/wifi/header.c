/* SPDX-License-Identifier: MIT */
/* header.c - what the head of a packet says: its channel, its noise, its SIGNAL. */
#include <math.h>

#include "simd.h"

enum { HEAD_WORK = 12 * 24 + 1024 }; /* of the decoder */

/* Three symbols of 64 samples become lanes 0 to 2: the two long training symbols and
 * SIGNAL. */
static void
transform (struct lanes2 to[CARRIERS], const struct sample *x, float turn)
{
  static const int where[3] = { 0, CARRIERS, 2 * CARRIERS + GUARD };
  struct lanes2 from[CARRIERS];
  memset (from, 0, sizeof from);
  for (int s = 0; s < 3; s++)
    for (int k = 0; k < CARRIERS; k++)
      {
        float angle = -turn * (float) (where[s] + k);
        struct sample y = product (x[where[s] + k], (struct sample) { cosf (angle), sinf (angle) });
        from[k].re[s] = y.re;
        from[k].im[s] = y.im;
      }
  fft64 (to, from);
}

/* The channel is the mean of both training symbols, the noise what they differ by.
 * Carriers that are not used stay 0. */
static void
estimate (struct packet *p, const struct lanes2 y[CARRIERS])
{
  double signal = 0, noise = 0;
  for (int k = 0; k < CARRIERS; k++)
    {
      float sign = long_carriers[k] / 2;
      struct sample h = { (y[k].re[0] + y[k].re[1]) * sign, (y[k].im[0] + y[k].im[1]) * sign };
      float re = (y[k].re[0] - y[k].re[1]) * sign, im = (y[k].im[0] - y[k].im[1]) * sign;
      p->channel[k] = h;
      signal += h.re * h.re + h.im * h.im;
      noise += re * re + im * im;
    }
  /* The mean has half of a symbol's noise, so has half the difference. */
  p->noise = (float) (2 * noise / (DATA_CARRIERS + PILOTS));
  signal = signal > noise ? signal - noise : 1e-9 * noise;
  p->snr = (float) (noise > 0 ? 10 * log10 (signal / (2 * noise)) : 99);
}

/* BPSK at 1/2: 48 soft bits, one a carrier. */
static void
soften (struct step to[24], const struct packet *p, const struct lanes2 y[CARRIERS])
{
  float soft[DATA_CARRIERS], sum = 0;
  struct sample phase = { 0, 0 };
  for (int k = 0; k < PILOTS; k++)
    {
      const struct sample h = p->channel[pilot_bin[k]];
      struct sample z = { y[pilot_bin[k]].re[2], y[pilot_bin[k]].im[2] };
      z = product (z, (struct sample) { h.re, -h.im });
      phase.re += z.re * pilot_sign[k];
      phase.im -= z.im * pilot_sign[k];
    }
  for (int c = 0; c < DATA_CARRIERS; c++)
    {
      const struct sample h = p->channel[data_bin[c]];
      struct sample z = { y[data_bin[c]].re[2], y[data_bin[c]].im[2] };
      soft[c] = product (product (z, (struct sample) { h.re, -h.im }), phase).re;
      sum += fabsf (soft[c]);
    }
  for (int c = 0; c < DATA_CARRIERS; c++)
    {
      float q = sum > 0 ? 4 * soft[c] * DATA_CARRIERS / sum : 0;
      int output = orders[0].source[c];
      int8_t *at = output % 2 ? &to[output / 2].b : &to[output / 2].a;
      *at = (int8_t) lrintf (q > 7 ? 7 : q < -7 ? -7 : q);
    }
}

/* 17.3.4: rate, a reserved bit that is 0, length, even parity, six zeros. */
static bool
parse (struct packet *p, const uint8_t octets[3])
{
  uint32_t bits = octets[0] | (uint32_t) octets[1] << 8 | (uint32_t) octets[2] << 16;
  p->rate = rate_of_code (bits & 15);
  p->octets = bits >> 5 & 4095;
  if (p->rate < 0 || p->octets == 0 || bits >> 4 & 1 || bits >> 18 || __builtin_parity (bits))
    return false;
  p->symbols = symbols_of (p->rate, p->octets);
  return true;
}

bool
read_head (struct packet *p, const struct sample *x, float turn)
{
  struct lanes2 y[CARRIERS];
  struct step steps[24];
  uint8_t octets[8];
  uint8_t work[HEAD_WORK] __attribute__ ((aligned (64)));
  transform (y, x, turn);
  estimate (p, y);
  soften (steps, p, y);
  viterbi (octets, steps, 24, work);
  p->turn = turn;
  return parse (p, octets);
}
