/* SPDX-License-Identifier: MIT */
/* generate.c - fft-generate -n POINTS -v VECTORS [-s SEED] [OUT]: something to transform.
 *
 * Vectors of complex numbers: three tones and noise, all in [-1, 1].  The same for the
 * same seed on every machine: integers up to the last step, and no library's sines.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TONES = 3 };

/* Marsaglia's xorshift, "Xorshift RNGs" (2003). */
static uint64_t
draw (uint64_t *state)
{
  uint64_t x = *state;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  return *state = x;
}

/* A triangle in phase, 2^32 a turn: -2^15 .. 2^15. */
static int32_t
triangle (uint32_t phase)
{
  uint32_t x = phase >> 15;
  return (int32_t) (x < 65536 ? x : 131071 - x) - 32768;
}

struct tone { uint32_t phase, step; };

/* The next number: a sum of at most 4 * 2^15, exact in a float. */
static void
next (float *z, struct tone *tone, uint64_t *state)
{
  uint64_t noise = draw (state);
  int32_t re = (int32_t) (noise & 65535) - 32768, im = (int32_t) (noise >> 16 & 65535) - 32768;
  for (int k = 0; k < TONES; k++)
    {
      re += triangle (tone[k].phase);
      im += triangle (tone[k].phase - (1u << 30));
      tone[k].phase += tone[k].step;
    }
  z[0] = (float) re / 131072.0f;
  z[1] = (float) im / 131072.0f;
}

static long
number (char option, const char *text, long least, long most)
{
  char *end;
  long x = strtol (text, &end, 10);
  if (end != text && !*end && x >= least && x <= most)
    return x;
  fprintf (stderr, "fft-generate: -%c %s: must be a number from %ld to %ld\n", option, text, least, most);
  exit (2);
}

__attribute__ ((noreturn)) static void
fail (const char *name)
{
  fprintf (stderr, "fft-generate: %s: cannot be written: %s\n", name, strerror (errno));
  exit (1);
}

static void
write_vector (FILE *f, const char *name, long points, uint64_t *state)
{
  struct tone tone[TONES];
  float z[2];
  for (int k = 0; k < TONES; k++)
    tone[k] = (struct tone) { (uint32_t) draw (state), (uint32_t) (draw (state) >> 32) };
  for (long i = 0; i < points; i++)
    {
      next (z, tone, state);
      if (fwrite (z, sizeof z, 1, f) != 1)
        fail (name);
    }
}

int
main (int count, char **argument)
{
  long points = 0, vectors = 0, seed = 1;
  for (int c; (c = getopt (count, argument, "n:v:s:")) != -1;)
    if (c == 'n')
      points = number ('n', optarg, 1, 1 << 24);
    else if (c == 'v')
      vectors = number ('v', optarg, 0, 1L << 32);
    else if (c == 's')
      seed = number ('s', optarg, 1, 1L << 32);
    else
      points = -1;
  if (points <= 0 || count - optind > 1)
    {
      fprintf (stderr, "usage: fft-generate -n POINTS -v VECTORS [-s SEED] [OUT]\n");
      return 2;
    }
  const char *name = optind < count ? argument[optind] : "standard output";
  FILE *f = optind < count ? fopen (name, "wb") : stdout;
  uint64_t state = (uint64_t) seed * 0x9e3779b97f4a7c15u;
  if (!f)
    fail (name);
  for (long v = 0; v < vectors; v++)
    write_vector (f, name, points, &state);
  if (fclose (f) != 0)
    fail (name);
}
