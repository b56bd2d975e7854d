/* SPDX-License-Identifier: MIT */
/* design.c - which rates, which filters.
 *
 * All filters are low passes with linear phase: a sinc under a Kaiser window
 * (Kaiser 1974), whose length follows from how steep and how deep it has to be.
 * A band pass for the pilot is such a low pass, moved to 19 kHz.
 */
#include "radio.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

/* Hz */
static const double deviation = 75000, pilot = 19000, sound_edge = 15000;
static const double channel_half = 120000;    /* where the channel ends, at most */
static const double least_mpx_rate = 240000;  /* the channel's two halves */
static const double channel_transition = 40000, sound_transition = 4000, pilot_transition = 2000;

static const double stop_band = 70;           /* dB */
static const double programme = 0.9;          /* of the deviation; the rest is the pilot's */

enum { LANES = 16, EQUALISER_TAPS = 511, MOST_PHASES = 4096 };

/* ---- Low passes --------------------------------------------------------- */

static double
bessel (double x)
{
  double sum = 1, term = 1;
  for (int k = 1; term > 1e-12 * sum; k++)
    sum += term *= (x / 2 / k) * (x / 2 / k);
  return sum;
}

int
low_pass_taps (double transition, double stop)
{
  return (int) ceil ((stop - 8) / (2.285 * 2 * pi * transition)) + 1;
}

void
low_pass (double *tap, int taps, double cut, double stop)
{
  double beta = 0.1102 * (stop - 8.7), middle = (taps - 1) / 2.0, all = 0;
  for (int k = 0; k < taps; k++)
    {
      double t = k - middle, x = t / (middle + 1);
      double sinc = t == 0 ? 2 * cut : sin (2 * pi * cut * t) / (pi * t);
      all += tap[k] = sinc * bessel (beta * sqrt (1 - x * x)) / bessel (beta);
    }
  for (int k = 0; k < taps; k++)
    tap[k] /= all; /* 1 at 0 Hz */
}

static int
whole_lanes (int taps, int lanes)
{
  return (taps + lanes - 1) / lanes * lanes;
}

size_t
filter_bytes (const struct filter *f)
{
  return (size_t) whole_lanes ((int) (2 * f->s.up * f->s.taps), LANES) * sizeof (float);
}

static bool
filter_make (struct filter *f, struct stage s)
{
  f->s = s;
  f->tap = aligned_alloc (64, filter_bytes (f));
  return f->tap;
}

bool
resampler_design (struct filter *f, int64_t up, int64_t down, int taps, double cut, double gain)
{
  int64_t n = up * taps;
  double *all = malloc ((size_t) n * sizeof *all);
  if (!all || !filter_make (f, (struct stage) { 0, down, up, taps }))
    {
      free (all);
      return false;
    }
  /* A low pass at `up` times the rate; phase p has every up-th tap of it.  The
     result m lies (m * down) % up / up of an input behind the first tap's. */
  low_pass (all, (int) n, cut / (double) up, stop_band);
  for (int64_t p = 0; p < up; p++)
    for (int k = 0; k < taps; k++)
      f->tap[p * taps + k] = (float) (gain * (double) up * all[(k + 1) * up - 1 - p]);
  free (all);
  return true;
}

double
resampler_middle (const struct stage *s)
{
  return (double) s->taps / 2 - 1 + 0.5 / (double) s->up;
}

/* ---- Emphasis ----------------------------------------------------------- */

/* The pole of 1 / (1 + i w T), and a zero with which the gain is right at 0 Hz and at 12 kHz
 * (and within 0.1 dB between and beyond). */
struct emphasis
emphasis_design (double t)
{
  const double w = 2 * pi * 12000 / SOUND_RATE, p = t > 0 ? exp (-1 / (t * SOUND_RATE)) : 0;
  double sum = 1 - p;               /* b0 + b1 */
  double wanted = (1 - 2 * p * cos (w) + p * p) / (1 + pow (2 * pi * 12000 * t, 2));
  double product = (sum * sum - wanted) / (2 * (1 - cos (w))); /* b0 * b1 */
  double b0 = (sum + sqrt (sum * sum - 4 * product)) / 2;
  return (struct emphasis) { (float) p, (float) b0, (float) (sum - b0) };
}

/* ---- The stages --------------------------------------------------------- */

static int64_t
common_divisor (int64_t a, int64_t b)
{
  return b ? common_divisor (b, a % b) : a;
}

static bool
design_channel (struct radio *r, int64_t decimation)
{
  double rate = (double) r->rate;
  double cut = fmin (channel_half, rate / (double) decimation / 2);
  int taps = whole_lanes (low_pass_taps (channel_transition / rate, stop_band), LANES / 2);
  double *tap = malloc ((size_t) taps * sizeof *tap);
  bool done = tap && filter_make (&r->channel, (struct stage) { 0, decimation, 1, taps });
  if (done)
    {
      low_pass (tap, taps, cut / rate, stop_band);
      for (int k = 0; k < taps; k++)
        r->channel.tap[2 * k] = r->channel.tap[2 * k + 1] = (float) tap[k];
    }
  free (tap);
  return done;
}

/* Two filters which together tell the pilot's phase in the middle of their taps:
 * the sum of tap * mpx is the pilot's cosine, and its sine. */
static bool
design_pilot (struct radio *r, double rate)
{
  int taps = low_pass_taps (pilot_transition / rate, stop_band) | 1;
  struct stage s = { 0, 1, 1, taps };
  double *tap = malloc ((size_t) taps * sizeof *tap);
  bool done = tap && filter_make (&r->pilot_cos, s) && filter_make (&r->pilot_sin, s);
  if (done)
    {
      low_pass (tap, taps, pilot_transition / 2 / rate, stop_band);
      for (int k = 0; k < taps; k++)
        {
          double x = 2 * pi * pilot / rate * (k - taps / 2);
          r->pilot_cos.tap[k] = (float) (2 * tap[k] * cos (x));
          r->pilot_sin.tap[k] = (float) (2 * tap[k] * sin (x));
        }
    }
  free (tap);
  return done;
}

/* From one frame to the next the demodulator sees the mean of what the station sends. */
static double
droop (double frequency, double rate)
{
  double x = pi * frequency / rate;
  return sin (x) / x;
}

static bool
design_sound (struct radio *r, double rate, int64_t up, int64_t down)
{
  int taps = whole_lanes (low_pass_taps (sound_transition / rate, stop_band), LANES);
  double cut = (sound_edge + sound_transition / 2) / rate, there = programme * droop (2 * pilot, rate);
  if (!resampler_design (&r->sum, up, down, taps, cut, 1 / programme)
      || !resampler_design (&r->difference, up, down, taps, cut, 1 / there))
    return false;
  r->sum.s.skip = r->side.skip; /* in step with the difference, which waits for the pilot */
  return true;
}

/* As StreamIt's (FMRadio, Thies and Amarasinghe 2010): bands an octave wide, each the
 * difference of two low passes, times its gain; their sum is the sound again.  All of
 * this is linear, so it is done to the taps, and one filter is left. */
static bool
design_equaliser (struct radio *r, const double gain[BANDS])
{
  double sum[EQUALISER_TAPS] = { 0 }, lower[EQUALISER_TAPS] = { 0 }, upper[EQUALISER_TAPS];
  if (!filter_make (&r->equaliser, (struct stage) { 0, 1, 1, EQUALISER_TAPS }))
    return false;
  for (int b = 0; b < BANDS; b++)
    {
      double edge = 200 * pow (2, b); /* Hz; the last band has no upper edge */
      if (b < BANDS - 1)
        low_pass (upper, EQUALISER_TAPS, edge / SOUND_RATE, stop_band);
      else
        for (int k = 0; k < EQUALISER_TAPS; k++)
          upper[k] = k == EQUALISER_TAPS / 2;
      for (int k = 0; k < EQUALISER_TAPS; k++)
        {
          sum[k] += pow (10, gain[b] / 20) * (upper[k] - lower[k]);
          lower[k] = upper[k];
        }
    }
  for (int k = 0; k < EQUALISER_TAPS; k++)
    r->equaliser.tap[k] = (float) sum[k];
  return true;
}

/* Half the length of all filters lies before the first frame and after the last. */
static void
place_capture (struct radio *r, double mpx_frames)
{
  double middle = (double) (r->channel.s.taps - 1) / 2
    + mpx_frames * (0.5 + (double) r->side.skip + resampler_middle (&r->sum.s))
    + (double) r->rate / SOUND_RATE * (EQUALISER_TAPS / 2);
  r->before = llrint (middle);
  r->after = llrint (middle + mpx_frames);
}

const char *
radio_design (struct radio *r, const struct wishes *w)
{
  if (w->rate < LEAST_RATE || w->rate > MOST_RATE)
    return "the rate must be from 200000 to 20000000 frames a second";
  int64_t decimation = w->rate / (int64_t) least_mpx_rate;
  decimation += decimation == 0;
  int64_t divisor = common_divisor (SOUND_RATE * decimation, w->rate);
  int64_t up = SOUND_RATE * decimation / divisor, down = w->rate / divisor;
  if (up > MOST_PHASES)
    return "the rate has too odd a ratio to 48000: take a multiple of 1000";
  double rate = (double) w->rate / (double) decimation;

  *r = (struct radio) { .rate = w->rate, .mono = w->mono,
                        .deemphasis = w->deemphasis, .demodulate = { 0, 1, 1, 2 },
                        .turn = (float) (rate / (2 * pi * deviation)) };
  if (!design_channel (r, decimation) || !design_pilot (r, rate))
    return "there is no memory for the filters";
  r->channel.name = "channel", r->pilot_cos.name = "cosine", r->pilot_sin.name = "sine";
  r->side = (struct stage) { r->pilot_cos.s.taps / 2, 1, 1, 1 };
  if (!design_sound (r, rate, up, down) || !design_equaliser (r, w->gain))
    return "there is no memory for the filters";
  r->sum.name = "sum", r->difference.name = "difference", r->equaliser.name = "equaliser";
  place_capture (r, (double) decimation);
  return NULL;
}

void
radio_free (struct radio *r)
{
  struct filter *all[] = { &r->channel, &r->pilot_cos, &r->pilot_sin, &r->sum, &r->difference,
                           &r->equaliser };
  for (unsigned k = 0; k < sizeof all / sizeof *all; k++)
    free (all[k]->tap);
}
