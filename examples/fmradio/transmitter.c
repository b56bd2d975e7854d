/* SPDX-License-Identifier: MIT */
/* transmitter.c - from sound to frames: an FM station with a pilot.
 *
 *   L+R, L-R at 48000 Hz --> at the rate of the capture --> mpx --> angle --> I, Q
 *
 * ITU-R BS.450: deviation 75 kHz, pilot at 19 kHz with a tenth of it, L-R on a
 * suppressed carrier of 38 kHz that goes up through 0 where the pilot does.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "station.h"

static const double pi = 3.14159265358979323846;
static const double deviation = 75000, pilot = 19000;

enum { TAPS = 32, CHUNK = 4096 };

struct transmitter
{
  const struct station *station;
  struct filter up;               /* to the rate of the capture */
  float *sum, *difference;        /* pre-emphasised, with silence around */
  double angle, carrier;
  uint64_t random;
};

/* What de-emphasis undoes. */
static void
preemphasise (float *x, int64_t n, double seconds)
{
  struct emphasis e = emphasis_design (seconds);
  float in = 0, out = 0;
  for (int64_t i = 0; i < n; i++)
    {
      float y = (x[i] - e.p * in - e.b1 * out) / e.b0;
      in = x[i];
      x[i] = out = y;
    }
}

/* L+R or L-R, with half a filter of silence before and after. */
static float *
mixed (const struct station *s, const struct stereo *sound, int64_t n, int sign)
{
  float *x = calloc ((size_t) n + TAPS, sizeof *x), *at = x + TAPS / 2 - 1;
  if (!x)
    return NULL;
  for (int64_t i = 0; i < n; i++)
    at[i] = 0.45f * (sound[i].left + (float) sign * sound[i].right);
  preemphasise (at, n, s->emphasis);
  return x;
}

/* Normal, from the sum of twelve. */
static double
noise (struct transmitter *t)
{
  double sum = -6;
  for (int k = 0; k < 12; k++)
    {
      t->random = t->random * UINT64_C (6364136223846793005) + UINT64_C (1442695040888963407);
      sum += (double) (t->random >> 11) / 9007199254740992.0;
    }
  return sum;
}

/* The mean from one frame to the next: what turns the carrier is an integral. */
static double
mpx (struct transmitter *t, float sum, float difference)
{
  double step = pi * pilot / (double) t->station->rate; /* half of it */
  double x = sum, angle = t->carrier + step;
  if (t->station->pilot)
    x += 0.1 * sin (angle) * sin (step) / step
      + difference * sin (2 * angle) * sin (2 * step) / (2 * step);
  t->carrier = fmod (t->carrier + 2 * step, 2 * pi);
  return x;
}

/* A whole number, or where it would not fit the nearest that does. */
static long
whole (double x, long least, long most)
{
  return x < (double) least ? least : x > (double) most ? most : lrint (x);
}

static void
put_sample (enum format f, void *to, int64_t i, double x)
{
  if (f == FORMAT_U8)
    ((unsigned char *) to)[i] = (unsigned char) whole (127.5 + 127.5 * x, 0, 255);
  else if (f == FORMAT_S16)
    ((int16_t *) to)[i] = (int16_t) whole (32768 * x, -32768, 32767);
  else
    ((float *) to)[i] = (float) x;
}

static void
modulate (struct transmitter *t, void *to, const float *sum, const float *difference, int64_t n)
{
  const struct station *s = t->station;
  double level = 0.7, dirt = s->noise ? level * pow (10, -s->noise / 20) / sqrt (2) : 0;
  for (int64_t i = 0; i < n; i++)
    {
      put_sample (s->format, to, 2 * i, level * cos (t->angle) + dirt * noise (t));
      put_sample (s->format, to, 2 * i + 1, level * sin (t->angle) + dirt * noise (t));
      double x = mpx (t, sum[i], difference[i]);
      t->angle = fmod (t->angle + 2 * pi * deviation / (double) s->rate * x, 2 * pi);
    }
}

static const char *
transmit_all (struct transmitter *t, int64_t frames, FILE *to)
{
  static float sum[CHUNK], difference[CHUNK];
  static double room[CHUNK];              /* as large as the largest frames */
  for (int64_t tl = 0, hd; tl < frames; tl = hd)
    {
      hd = tl + CHUNK < frames ? tl + CHUNK : frames;
      int64_t first = first_of (&t->up.s, tl), size = frame_bytes (t->station->format);
      resample (&t->up, sum, t->sum + first, tl, hd);
      resample (&t->up, difference, t->difference + first, tl, hd);
      modulate (t, room, sum, difference, hd - tl);
      if (fwrite (room, (size_t) size, (size_t) (hd - tl), to) != (size_t) (hd - tl))
        return "it cannot be written";
    }
  return NULL;
}

static int64_t
common_divisor (int64_t a, int64_t b)
{
  return b ? common_divisor (b, a % b) : a;
}

const char *
transmit (const struct station *s, const struct stereo *sound, int64_t n, FILE *to)
{
  struct transmitter t = { .station = s, .random = 1 };
  int64_t divisor = common_divisor (s->rate, SOUND_RATE);
  const char *wrong = "there is no memory";
  t.sum = mixed (s, sound, n, 1);
  t.difference = mixed (s, sound, n, -1);
  if (t.sum && t.difference
      && resampler_design (&t.up, s->rate / divisor, SOUND_RATE / divisor, TAPS, 0.5, 1))
    wrong = transmit_all (&t, n * s->rate / SOUND_RATE, to);
  free (t.sum);
  free (t.difference);
  free (t.up.tap);
  return wrong;
}
