/* SPDX-License-Identifier: MIT */
/* measure.c - level, distortion, separation, delay. */
#include "measure.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

enum { HEADER = 44, RATE = 48000, MOST_DELAY = 2000 };

/* ---- Recordings --------------------------------------------------------- */

static void
give_up (const char *name, const char *why)
{
  fprintf (stderr, "%s: %s\n", name, why);
  exit (1);
}

static float *
memory (const char *name, int64_t n)
{
  float *x = malloc ((size_t) (n + 1) * sizeof *x);
  if (!x)
    give_up (name, "there is no memory");
  return x;
}

struct recording
load_recording (const char *name)
{
  unsigned char h[HEADER];
  struct recording r = { 0 };
  FILE *f = fopen (name, "rb");
  if (!f)
    give_up (name, strerror (errno));
  if (fread (h, 1, HEADER, f) != HEADER || memcmp (h, "RIFF", 4) != 0 || memcmp (h + 36, "data", 4) != 0
      || h[20] != 1 || h[34] != 16 || h[22] < 1 || h[22] > 2)
    give_up (name, "this is no WAV file of 16 bits");
  r.channels = h[22];
  uint32_t bytes = h[40] | (uint32_t) h[41] << 8 | (uint32_t) h[42] << 16 | (uint32_t) h[43] << 24;
  int64_t n = bytes / (2 * (unsigned) r.channels);
  r.left = memory (name, n), r.right = memory (name, n);
  int16_t s[2];
  for (; r.frames < n && fread (s, 2, (size_t) r.channels, f) == (size_t) r.channels; r.frames++)
    {
      r.left[r.frames] = s[0] / 32768.0f;
      r.right[r.frames] = s[r.channels - 1] / 32768.0f;
    }
  fclose (f);
  if (r.frames != n)
    give_up (name, "the file is shorter than its header says");
  return r;
}

void
free_recording (struct recording *r)
{
  free (r->left);
  free (r->right);
}

/* ---- Tones -------------------------------------------------------------- */

/* The tone that fits best, over whole periods; the rest is what does not fit.  The
 * mean is no distortion. */
struct tone
measure_tone (const float *x, int64_t n, double frequency)
{
  double w = 2 * pi * frequency / RATE, a = 0, b = 0, mean = 0, all = 0;
  n = (int64_t) (floor ((double) n * frequency / RATE) * RATE / frequency);
  for (int64_t i = 0; i < n; i++)
    a += x[i] * cos (w * (double) i), b += x[i] * sin (w * (double) i), mean += x[i];
  a *= 2.0 / (double) n, b *= 2.0 / (double) n, mean /= (double) n;
  for (int64_t i = 0; i < n; i++)
    {
      double rest = x[i] - mean - a * cos (w * (double) i) - b * sin (w * (double) i);
      all += rest * rest;
    }
  double power = (a * a + b * b) / 2;
  return (struct tone) { 10 * log10 (2 * power + 1e-20),
                         10 * log10 ((all / (double) n + 1e-20) / (power + 1e-20)) };
}

/* ---- Delay -------------------------------------------------------------- */

static double
correlation (const float *x, const float *reference, int64_t n, int64_t late)
{
  double sum = 0;
  for (int64_t i = MOST_DELAY; i < n - MOST_DELAY; i++)
    sum += x[i] * reference[i - late];
  return sum;
}

/* How far x is from the part of the delayed reference that is in it. */
static double
rest_beside (const float *x, const float *reference, int64_t n, int64_t late)
{
  double own = 0, common = correlation (x, reference, n, late), other = 0;
  for (int64_t i = MOST_DELAY; i < n - MOST_DELAY; i++)
    own += x[i] * x[i], other += reference[i - late] * reference[i - late];
  double explained = common * common / (other + 1e-20);
  return 10 * log10 ((own - explained + 1e-20) / (explained + 1e-20));
}

struct match
measure_delay (const float *x, const float *reference, int64_t n)
{
  int64_t best = 0;
  double most = -INFINITY;
  for (int64_t late = -MOST_DELAY; late <= MOST_DELAY; late++)
    {
      double c = correlation (x, reference, n, late);
      if (c > most)
        most = c, best = late;
    }
  /* The top of the parabola through three points. */
  double before = correlation (x, reference, n, best - 1);
  double after = correlation (x, reference, n, best + 1);
  double off = (before - after) / (2 * (before - 2 * most + after));
  return (struct match) { (double) best + off, rest_beside (x, reference, n, best) };
}
