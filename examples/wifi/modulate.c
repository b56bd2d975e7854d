/* SPDX-License-Identifier: MIT */
/* modulate.c - bits on carriers to samples.
 *
 * A symbol fades in and out over one sample on each side (the window of annex G, T_TR
 * of 100 ns at 20 MHz): its neighbours overlap there, and each gives half of the
 * sample that they share.  The half behind a symbol is its own first sample again, since
 * the symbol is periodic.
 */
#include <math.h>

#include "simd.h"

static struct sample constellation[7][64];    /* by bits a carrier and value */
static struct sample head[TRAINING + 1];

/* Gray code: the level that some bits stand for, the first of them the highest. */
static float
level (int value, int bits)
{
  int place = 0;
  for (int b = bits - 1, bit = 0; b >= 0; b--)
    place = place << 1 | (bit ^= value >> b & 1);
  return (float) (2 * place - (1 << bits) + 1);
}

/* Tables 82 to 85. */
static void
make_constellation (int bits, double norm)
{
  int half = bits > 1 ? bits / 2 : 1;
  for (int v = 0; v < 1 << bits; v++)
    {
      float re = level (bits > 1 ? v >> half : v, half);
      float im = bits > 1 ? level (v & ((1 << half) - 1), half) : 0;
      constellation[bits][v] = (struct sample) { (float) (re / norm), (float) (im / norm) };
    }
}

static void
add_half (struct sample *to, struct sample x)
{
  to->re += x.re / 2;
  to->im += x.im / 2;
}

void
modulate_init (void)
{
  make_constellation (1, 1);
  make_constellation (2, sqrt (2));
  make_constellation (4, sqrt (10));
  make_constellation (6, sqrt (42));
  for (int k = 0; k < TRAINING / 2; k++)
    {
      head[k] = short_training[k % 16];
      head[TRAINING / 2 + k] = long_training[(k + 32) % 64];
    }
  head[0] = head[TRAINING / 2] = head[TRAINING] = (struct sample) { 0, 0 };
  add_half (&head[0], short_training[0]);
  add_half (&head[TRAINING / 2], short_training[0]);
  add_half (&head[TRAINING / 2], long_training[32]);
  add_half (&head[TRAINING], long_training[0]);
}

int64_t
samples_of (int rate, int octets)
{
  return HEAD + (int64_t) SYMBOL * symbols_of (rate, octets) + 1;
}

/* Carriers of up to LANES symbols, real and imaginary parts exchanged for the inverse
 * transform. */
static void
fill (struct lanes2 x[CARRIERS], const uint8_t *carriers, int bits, int first, int n)
{
  const struct sample *points = constellation[bits];
  memset (x, 0, CARRIERS * sizeof *x);
  for (int s = 0; s < n; s++)
    {
      const uint8_t *value = carriers + s * DATA_CARRIERS;
      float polarity = pilot_polarity[(first + s) % 127];
      for (int c = 0; c < DATA_CARRIERS; c++)
        {
          x[data_bin[c]].im[s] = points[value[c]].re;
          x[data_bin[c]].re[s] = points[value[c]].im;
        }
      for (int k = 0; k < PILOTS; k++)
        x[pilot_bin[k]].im[s] = polarity * pilot_sign[k];
    }
}

/* Two points of four symbols. */
static inline void
turn_out (four row[4], const struct lanes2 *y, int point, int group)
{
  const lanes *from[4] = { &y[point].im, &y[point].re, &y[point + 1].im, &y[point + 1].re };
  for (int k = 0; k < 4; k++)
    {
      memcpy (&row[k], (const float *) from[k] + 4 * group, sizeof *row);
      row[k] *= 1.f / CARRIERS;
    }
  turn_four (row);
}

/* Body and prefix of four symbols. */
static void
write_out (struct sample *to, const struct lanes2 *y, int group, int n)
{
  for (int point = 0; point < CARRIERS; point += 2)
    {
      four row[4];
      turn_out (row, y, point, group);
      for (int s = 0; s < n; s++)
        {
          memcpy (to + s * SYMBOL + GUARD + point, &row[s], sizeof *row);
          if (point >= CARRIERS - GUARD)
            memcpy (to + s * SYMBOL + point - (CARRIERS - GUARD), &row[s], sizeof *row);
        }
    }
}

/* As many as there are lanes, or fewer. */
static void
some_symbols (struct sample *to, const uint8_t *carriers, int bits, int first, int n)
{
  struct lanes2 x[CARRIERS], y[CARRIERS];
  struct sample before = to[0];
  fill (x, carriers, bits, first, n);
  fft64 (y, x);
  for (int s = 0; s < n; s += 4)
    write_out (to + s * SYMBOL, y, s / 4, n - s < 4 ? n - s : 4);
  for (int s = 0; s < n; s++)
    {
      struct sample own = to[s * SYMBOL];
      to[s * SYMBOL] = before;
      add_half (&to[s * SYMBOL], own);
      before = (struct sample) { 0, 0 };
      add_half (&before, to[s * SYMBOL + GUARD]);
    }
  to[n * SYMBOL] = before;
}

/* first: 0 is the SIGNAL symbol. */
static void
symbols_out (struct sample *to, const uint8_t *carriers, int bits, int first, int n)
{
  for (int s = 0; s < n; s += LANES)
    some_symbols (to + s * SYMBOL, carriers + s * DATA_CARRIERS, bits, first + s, n - s < LANES ? n - s : LANES);
}

void
modulate_head (struct sample *to, int rate, int octets)
{
  uint8_t carriers[DATA_CARRIERS];
  memcpy (to, head, sizeof head);
  code_signal (carriers, rate, octets);
  symbols_out (to + TRAINING, carriers, 1, 0, 1);
}

void
modulate (struct sample *to, const uint8_t *carriers, int rate, int first, int n)
{
  symbols_out (to, carriers, rates[rate].bits, first + 1, n);
}
