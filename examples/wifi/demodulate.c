/* SPDX-License-Identifier: MIT */
/* demodulate.c - samples to soft bits, a batch of symbols at a time.
 *
 * The frequency offset is taken off in two parts: within a symbol before the transform,
 * from symbol to symbol behind it, where it is one more phase beside what pilots show.
 * Pilots are followed symbol by symbol: a common phase (what is left of the offset, and
 * phase noise), and a slope over the carriers (the sampling clocks drift apart, and the
 * symbols with them).  This is the only part that goes from symbol to symbol, and it is
 * about four carriers; all else treats the symbols of a batch side by side.
 *
 * A received carrier times the conjugate of its channel is the point that was sent times
 * the channel's power: a carrier that fades gives small soft bits by itself.  Against the noise,
 * not against the other carriers: in a good channel even a weak carrier can be trusted.
 */
#include <math.h>

#include "simd.h"

static const float phase_gain = 0.6f, turn_gain = 0.12f;   /* loop filters; poles within */
static const float slope_gain = 0.1f, drift_gain = 0.0025f; /* the unit circle */

/* Half the least distance of two points, by bits a carrier. */
static const float unit[7] = { 0, 1, 0.70710678f, 0, 0.31622777f, 0, 0.15430335f };

/* Samples from the first training symbol, to which the channel refers, to the body of
 * the first data symbol. */
enum { BEHIND_TRAINING = 2 * CARRIERS + SYMBOL + GUARD };

void
demodulator_start (struct demodulator *d, const struct packet *p)
{
  float power = 0;
  d->packet = p;
  d->track = (struct track) { (double) p->turn * BEHIND_TRAINING, (double) p->turn * SYMBOL, 0, 0 };
  for (int k = 0; k < CARRIERS; k++)
    d->spin[k] = (struct sample) { cosf (p->turn * (float) k), -sinf (p->turn * (float) k) };
  for (int c = 0; c < DATA_CARRIERS; c++)
    {
      const struct sample h = p->channel[data_bin[c]];
      power += h.re * h.re + h.im * h.im;
    }
  /* On this scale 1 is a log likelihood ratio of 2.  What transmitters and receivers add
   * to the noise by themselves is some 30 dB below the signal. */
  d->gain = 2 * unit[rates[p->rate].bits] / (p->noise + 1e-3f * power / DATA_CARRIERS + 1e-30f);
}

/* Bodies of the symbols, four at a time, become lanes. */
static void
gather (struct lanes2 x[CARRIERS], const struct sample *from, int n)
{
  for (int s = 0; s < LANES; s += 4)
    for (int k = 0; k < CARRIERS; k += 2)
      {
        four row[4];
        float *to[4] = { (float *) &x[k].re, (float *) &x[k].im, (float *) &x[k + 1].re,
                         (float *) &x[k + 1].im };
        for (int j = 0; j < 4; j++) /* lanes that have no symbol repeat the last */
          memcpy (&row[j], from + SYMBOL * (s + j < n ? s + j : n - 1) + GUARD + k, sizeof *row);
        turn_four (row);
        for (int j = 0; j < 4; j++)
          memcpy (to[j] + s, &row[j], sizeof *row);
      }
}

/* ---- Pilots -------------------------------------------------------------------- */

/* The phase at carrier 0, and what it grows by from carrier to carrier. */
struct phases { float at[LANES], slope[LANES]; };

/* What the pilots of a symbol show beside what was expected. */
static void
follow (struct track *t, const struct sample pilot[PILOTS])
{
  struct sample sum = { 0, 0 }, z[PILOTS];
  float lean = 0, weight = 0;
  for (int k = 0; k < PILOTS; k++)
    {
      float angle = (float) t->phase + t->slope * (float) pilot_place[k];
      z[k] = product (pilot[k], (struct sample) { cosf (angle), -sinf (angle) });
      sum.re += z[k].re, sum.im += z[k].im;
    }
  float error = atan2f (sum.im, sum.re);
  struct sample back = { cosf (error), -sinf (error) };
  for (int k = 0; k < PILOTS; k++)
    {
      struct sample y = product (z[k], back);
      lean += y.im * (float) pilot_place[k];
      weight += fabsf (y.re) * (float) (pilot_place[k] * pilot_place[k]);
    }
  t->phase += phase_gain * error;
  t->turn += turn_gain * error;
  lean = weight > 0 ? lean / weight : 0;
  t->slope += slope_gain * lean;
  t->drift += drift_gain * lean;
}

static void
track_symbols (struct demodulator *d, struct phases *to, const struct lanes2 y[CARRIERS], int first, int n)
{
  struct lanes2 z[PILOTS];
  struct track *t = &d->track;
  for (int k = 0; k < PILOTS; k++)
    {
      const struct sample h = d->packet->channel[pilot_bin[k]];
      z[k] = times_one (y[pilot_bin[k]], (struct sample) { h.re * pilot_sign[k], -h.im * pilot_sign[k] });
    }
  for (int s = 0; s < n; s++)
    {
      float sign = pilot_polarity[(first + s + 1) % 127];
      struct sample pilot[PILOTS];
      for (int k = 0; k < PILOTS; k++)
        pilot[k] = (struct sample) { z[k].re[s] * sign, z[k].im[s] * sign };
      follow (t, pilot);
      to->at[s] = (float) t->phase;
      to->slope[s] = t->slope;
      t->phase = remainder (t->phase + t->turn, 2 * M_PI);
      t->slope += t->drift;
    }
  for (int s = n; s < LANES; s++)
    to->at[s] = to->slope[s] = 0;
}

/* ---- Demapper ------------------------------------------------------------------ */

static inline lanes
magnitude (lanes x)
{
  return (lanes) ((lanes_int) x & 0x7fffffff);
}

/* To whole numbers of -7 to 7, in a row of octets. */
static inline void
quantise (int8_t *to, lanes x)
{
  lanes_int high = x > 7, low = x < -7;
  lanes_int bound = ((lanes_int) (7 + (lanes) { 0 }) & high) | ((lanes_int) (-7 + (lanes) { 0 }) & low);
  x = (lanes) (((lanes_int) x & ~(high | low)) | bound);
  x += 12582912.f; /* 1.5 * 2^23: its last bits are now the whole number */
  lanes_octet q = __builtin_convertvector ((lanes_int) x, lanes_octet);
  memcpy (to, &q, sizeof q);
}

/* The soft bits of one axis: the first is the sign, each further one says on which side
 * of the middle of what is left.  half: of the least distance of points. */
static inline void
soften_axis (int8_t *rows, const uint16_t *source, lanes x, float half, int bits)
{
  float middle = half * (float) (1 << (bits - 1));
  for (int b = 0; b < bits; b++, middle /= 2)
    {
      quantise (rows + BATCH * source[b], x);
      x = middle - magnitude (x);
    }
}

/* rows: of the first of the symbols. */
static void
soften (int8_t *rows, const struct demodulator *d, const struct lanes2 y[CARRIERS],
        const struct phases *phases)
{
  int bits = rates[d->packet->rate].bits, half = bits > 1 ? bits / 2 : 1;
  const uint16_t *source = orders[d->packet->rate].source;
  struct lanes2 turn, step;
  float of[4][LANES]; /* cosine and sine of where the carriers begin, and of a step */
  for (int s = 0; s < LANES; s++)
    {
      float first = phases->at[s] - 26 * phases->slope[s];
      of[0][s] = cosf (first), of[1][s] = -sinf (first);
      of[2][s] = cosf (phases->slope[s]), of[3][s] = -sinf (phases->slope[s]);
    }
  memcpy (&turn, of[0], sizeof turn);
  memcpy (&step, of[2], sizeof step);
  for (int carrier = -26, c = 0; c < DATA_CARRIERS; carrier++, turn = times (turn, step))
    {
      if ((carrier & 63) != data_bin[c])
        continue;
      const struct sample h = d->packet->channel[data_bin[c]];
      struct lanes2 z = times (times_one (y[data_bin[c]], (struct sample) { h.re * d->gain, -h.im * d->gain }), turn);
      float power = (h.re * h.re + h.im * h.im) * d->gain * unit[bits];
      soften_axis (rows, source + c * bits, z.re, power, half);
      if (bits > 1)
        soften_axis (rows, source + c * bits + half, z.im, power, half);
      c++;
    }
}

/* ---- Back to symbol after symbol ----------------------------------------------- */

/* Rows at a distance exchange what is on the wrong side of the diagonal. */
static inline __attribute__ ((always_inline)) void
exchange (octets16 x[16], const int distance)
{
  const octets16 j = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
  const octets16 moves = (j & (int8_t) distance) != 0;
  const octets16 upper = (moves & (j + (int8_t) (16 - distance))) | (~moves & j);
  const octets16 lower = (moves & (j + 16)) | (~moves & (j + (int8_t) distance));
  for (int r = 0; r < 16; r++)
    if (!(r & distance))
      {
        octets16 a = x[r], b = x[r + distance];
        x[r] = __builtin_shuffle (a, b, upper);
        x[r + distance] = __builtin_shuffle (a, b, lower);
      }
}

/* 16 rows of 16 octets become columns. */
static inline void
turn_sixteen (octets16 x[16])
{
  exchange (x, 8);
  exchange (x, 4);
  exchange (x, 2);
  exchange (x, 1);
}

static void
scatter (struct step *to, int8_t (*rows)[BATCH], int outputs, int n)
{
  int8_t *out = (int8_t *) to;
  for (int r = 0; r < outputs; r += 16)
    {
      octets16 x[16];
      int octets = outputs - r < 16 ? outputs - r : 16;
      memcpy (x, rows[r], sizeof x);
      turn_sixteen (x);
      for (int s = 0; s < n; s++)
        memcpy (out + s * outputs + r, &x[s], (size_t) octets);
    }
}

/* As many as there are lanes, or fewer. */
static void
some_symbols (struct demodulator *d, int8_t *rows, const struct sample *x, int first, int n)
{
  struct lanes2 from[CARRIERS], y[CARRIERS];
  struct phases phases;
  gather (from, x, n);
  for (int k = 0; k < CARRIERS; k++)
    from[k] = times_one (from[k], d->spin[k]);
  fft64 (y, from);
  track_symbols (d, &phases, y, first, n);
  soften (rows, d, y, &phases);
}

void
demodulate (struct demodulator *d, struct step *to, const struct sample *x, int first, int n)
{
  enum { ROWS = 2 * 216 };
  int8_t rows[ROWS][BATCH] __attribute__ ((aligned (64)));
  memset (rows, 0, sizeof rows); /* what is punctured stays 0 */
  for (int s = 0; s < n; s += LANES)
    some_symbols (d, &rows[0][s], x + s * SYMBOL, first + s, n - s < LANES ? n - s : LANES);
  scatter (to, rows, 2 * rates[d->packet->rate].data, n);
}

void
demodulate_packet (struct step *to, const struct packet *p, const struct sample *x, int64_t samples)
{
  struct demodulator d;
  int there = samples < (int64_t) p->symbols * SYMBOL ? (int) (samples / SYMBOL) : p->symbols;
  demodulator_start (&d, p);
  for (int first = 0; first < there; first += BATCH)
    demodulate (&d, to + (int64_t) first * rates[p->rate].data, x + (int64_t) first * SYMBOL, first,
                there - first < BATCH ? there - first : BATCH);
  demodulate_nothing (to, p, there);
}

void
demodulate_nothing (struct step *to, const struct packet *p, int first)
{
  memset (to + (int64_t) first * rates[p->rate].data, 0,
          (size_t) (p->symbols - first) * (size_t) rates[p->rate].data * sizeof *to);
}
