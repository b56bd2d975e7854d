/* SPDX-License-Identifier: MIT */
/* demo.c - demo FOLDER [SECONDS]: cleans a recording, twice, and compares.
 *
 * Makes FOLDER/noisy.wav, cleans it once as a sequence and once as a network of
 * processes, and fails unless both have written the same bytes and measured the
 * same levels.  Then says how fast each was, and what it was good for.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "demo.h"

static void
fail (const char *what)
{
  fprintf (stderr, "demo: FAILED: %s\n", what);
  exit (1);
}

static float *
sound_of (int64_t n)
{
  float *s = malloc ((size_t) n * sizeof *s);
  if (!s)
    fail ("no memory");
  return s;
}

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

static struct result
timed (const char *what, struct result (*run) (const char *, const char *), const char *from,
       const char *to, double *seconds)
{
  double start = now ();
  struct result r = run (from, to);
  *seconds = now () - start;
  printf ("%-10s %6.3f s  %6.1f M samples/s  %6.0f times real time\n", what, *seconds,
          (double) r.samples / *seconds / 1e6, (double) r.samples / RATE / *seconds);
  return r;
}

/* ---- Are both the same? ------------------------------------------------ */

static void
compare_files (const char *a, const char *b)
{
  FILE *f = fopen (a, "rb"), *g = fopen (b, "rb");
  int x, y;
  if (!f || !g)
    fail ("a result is missing");
  do
    if ((x = getc (f)) != (y = getc (g)))
      fail ("the network has written other bytes than the sequence");
  while (x != EOF);
  fclose (f);
  fclose (g);
}

static void
compare_levels (const struct result *a, const struct result *b)
{
  if (a->samples != b->samples || a->levels != b->levels)
    fail ("the network has seen more or fewer samples than the sequence");
  if (memcmp (a->level, b->level, (size_t) a->levels * sizeof *a->level) != 0)
    fail ("the network has measured other levels than the sequence");
}

/* ---- What was it good for? --------------------------------------------- */

/* How much stronger the tune is than what else there is, in dB.  The filter is
 * late by half its length. */
static double
purity (const float *tune, const float *sound, int64_t n, int64_t late)
{
  double good = 0, bad = 0;
  for (int64_t i = 0; i + late < n; i++)
    {
      double x = tune[i], y = sound[i + late] - x;
      good += x * x;
      bad += y * y;
    }
  return 10 * log10 (good / bad);
}

static float *
load (const char *name, int64_t n)
{
  float *s = sound_of (n);
  FILE *f = open_wav (name);
  if (read_samples (f, s, n) != n)
    fail ("a sound file is too short");
  fclose (f);
  return s;
}

static void
say_levels (const struct result *r)
{
  double sum = 0, peak = 0;
  for (int64_t k = 0; k < r->levels; k++)
    {
      sum += (double) r->level[k].rms * r->level[k].rms;
      peak = r->level[k].peak > peak ? r->level[k].peak : peak;
    }
  printf ("level      %.1f dB mean, %.1f dB peak (%lld readings)\n",
          10 * log10 (sum / (double) r->levels), 20 * log10 (peak), (long long) r->levels);
}

static void
draw (const char *folder, const float *before, const float *after, int64_t n)
{
  static double b[BINS], a[BINS];
  FILE *f = fopen ("spectrum.dat", "w"), *g = fopen ("spectrum.gp", "w");
  if (!f || !g)
    fail ("cannot write the spectrum");
  spectrum (before, n, b);
  spectrum (after, n, a);
  for (int k = 1; k < BINS; k++)
    fprintf (f, "%g %g %g\n", k * (RATE / 2.0) / BINS, b[k], a[k]);
  fprintf (g, "set terminal png size 900,500\nset output 'spectrum.png'\nset logscale x\n"
              "set xrange [20:20000]\nset yrange [-130:-20]\nset grid\n"
              "set xlabel 'Hz'\nset ylabel 'dB'\n"
              "plot 'spectrum.dat' using 1:2 with lines title 'before', "
              "'spectrum.dat' using 1:3 with lines title 'after'\n");
  fclose (f);
  fclose (g);
  if (system ("gnuplot spectrum.gp 2>/dev/null") == 0)
    printf ("spectrum   %s/spectrum.png\n", folder);
  else
    printf ("spectrum   %s/spectrum.dat (no gnuplot here to draw it)\n", folder);
}

int
main (int count, char **argument)
{
  const char *folder = count > 1 ? argument[1] : ".";
  int64_t n = (int64_t) (count > 2 ? atoi (argument[2]) : 120) * RATE;
  const char *noisy = "noisy.wav", *clean = "clean.wav", *check = "sequence.wav";
  if (n <= 0 || chdir (folder) != 0)
    fail ("usage: demo FOLDER [SECONDS]");

  printf ("input      %lld s of a tune with hum and noise: %s/%s\n", (long long) (n / RATE), folder,
          noisy);
  float *tune = sound_of (n), *before = sound_of (n), *after;
  make_tune (tune, n);
  memcpy (before, tune, (size_t) n * sizeof *tune);
  add_dirt (before, n);
  FILE *f = create_wav (noisy);
  write_samples (f, before, n);
  finish_wav (f, n);
  design_filter ();

  double alone, together;
  struct result s = timed ("sequence", run_sequence, noisy, check, &alone);
  struct result r = timed ("network", run_network, noisy, clean, &together);
  compare_files (check, clean);
  compare_levels (&s, &r);
  if (r.samples != n)
    fail ("samples are missing");
  printf ("result     the same, bit for bit; %.2f times as fast as the sequence, on %ld processors\n",
          alone / together, sysconf (_SC_NPROCESSORS_ONLN));

  after = load (clean, n);
  double dirty = purity (tune, before, n, 0), pure = purity (tune, after, n, TAPS / 2);
  printf ("noise      %.1f dB below the tune before, %.1f dB after: %.1f dB less\n", dirty, pure,
          pure - dirty);
  if (!(pure > dirty + 10))
    fail ("the filter has not done its work");
  say_levels (&r);
  draw (folder, before, after, n);
  printf ("output     %s/%s\n", folder, clean);
  free (tune);
  free (before);
  free (after);
  free (s.level);
  free (r.level);
}
