/* SPDX-License-Identifier: MIT */
/* music.c - what is played: a tune, or a tone.
 *
 * "Frere Jacques" as a two-part round, plucked; one voice from the left, the other
 * from the right, each a little from the other side, too.
 */
#include <math.h>

#include "station.h"

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

enum { NOTES = sizeof song / sizeof song[0], EIGHTH = SOUND_RATE / 5, ROUND = 16 * EIGHTH }; /* two bars */

/* A string that was plucked at sample 0. */
static void
pluck (struct stereo *sound, int64_t n, double frequency, double left, double right)
{
  for (int64_t i = 0; i < n; i++)
    {
      double t = (double) i / SOUND_RATE, attack = t < 0.005 ? t / 0.005 : 1;
      double a = attack * exp (-4 * t), x = 2 * pi * frequency * t;
      a *= sin (x) + 0.4 * sin (2 * x) + 0.15 * sin (3 * x);
      sound[i].left += (float) (a * left);
      sound[i].right += (float) (a * right);
    }
}

static void
play (struct stereo *sound, int64_t n, int64_t start, double key, double left, double right)
{
  for (int64_t at = start, k = 0; at < n; k++)
    {
      int64_t lasts = song[k % NOTES].eighths * EIGHTH, rings = 2 * lasts;
      pluck (sound + at, rings < n - at ? rings : n - at,
             key * pow (2, song[k % NOTES].note / 12.0), left, right);
      at += lasts;
    }
}

void
play_music (struct stereo *sound, int64_t n)
{
  play (sound, n, 0, 523.25, 0.3, 0.1);
  play (sound, n, ROUND, 523.25, 0.1, 0.3);
}

void
play_tone (struct stereo *sound, int64_t n, double frequency, double left, double right)
{
  for (int64_t i = 0; i < n; i++)
    {
      double x = sin (2 * pi * frequency * (double) i / SOUND_RATE);
      sound[i].left += (float) (left * x);
      sound[i].right += (float) (right * x);
    }
}
