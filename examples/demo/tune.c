/* SPDX-License-Identifier: MIT */
/* tune.c - what there is to clean: a tune, with hum and noise.
 *
 * "Frere Jacques" as a two-part round, plucked.  The dirt is a mains hum with
 * its harmonics, below the lowest note, and white noise.  Random numbers come
 * from a sequence of our own, so that each run makes the same file.
 */
#include <math.h>

#include "demo.h"

static const double pi = 3.14159265358979323846;

/* Semitones above the key note, and length in eighths; a phrase comes twice. */
static const struct { int note, eighths; } song[] = {
  { 0, 2 }, { 2, 2 }, { 4, 2 }, { 0, 2 },
  { 0, 2 }, { 2, 2 }, { 4, 2 }, { 0, 2 },
  { 4, 2 }, { 5, 2 }, { 7, 4 },
  { 4, 2 }, { 5, 2 }, { 7, 4 },
  { 7, 1 }, { 9, 1 }, { 7, 1 }, { 5, 1 }, { 4, 2 }, { 0, 2 },
  { 7, 1 }, { 9, 1 }, { 7, 1 }, { 5, 1 }, { 4, 2 }, { 0, 2 },
  { 0, 2 }, { -5, 2 }, { 0, 4 },
  { 0, 2 }, { -5, 2 }, { 0, 4 },
};

enum { NOTES = sizeof song / sizeof song[0], EIGHTH = RATE / 5, ROUND = 16 * EIGHTH }; /* two bars */

/* A string that was plucked at sample 0. */
static void
pluck (float *sound, int64_t n, double frequency, double loudness)
{
  for (int64_t i = 0; i < n; i++)
    {
      double t = (double) i / RATE, attack = t < 0.005 ? t / 0.005 : 1;
      double a = loudness * attack * exp (-4 * t), x = 2 * pi * frequency * t;
      sound[i] += (float) (a * (sin (x) + 0.4 * sin (2 * x) + 0.15 * sin (3 * x)));
    }
}

static void
play (float *sound, int64_t n, int64_t start, double key)
{
  for (int64_t at = start, k = 0; at < n; k++)
    {
      int64_t lasts = song[k % NOTES].eighths * EIGHTH, rings = 2 * lasts;
      pluck (sound + at, rings < n - at ? rings : n - at,
             key * pow (2, song[k % NOTES].note / 12.0), 0.2);
      at += lasts;
    }
}

void
make_tune (float *clean, int64_t n)
{
  for (int64_t i = 0; i < n; i++)
    clean[i] = 0;
  play (clean, n, 0, 523.25);
  play (clean, n, ROUND, 523.25);
}

/* White, -1 to 1. */
static double
noise (uint64_t *state)
{
  *state = *state * UINT64_C (6364136223846793005) + UINT64_C (1442695040888963407);
  return (double) (int64_t) *state / 9223372036854775808.0;
}

void
add_dirt (float *sound, int64_t n)
{
  uint64_t state = 1;
  for (int64_t i = 0; i < n; i++)
    {
      double x = 2 * pi * 50 * (double) i / RATE;
      sound[i] += (float) (0.1 * sin (x) + 0.03 * sin (2 * x) + 0.01 * sin (3 * x)
                           + 0.05 * noise (&state));
    }
}
