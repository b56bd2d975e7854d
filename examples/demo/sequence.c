/* SPDX-License-Identifier: MIT */
/* sequence.c - the job as one loop after the other: what network.c must equal. */
#include <stdlib.h>

#include "demo.h"

static int64_t
length_of (FILE *f)
{
  long here = ftell (f);
  fseek (f, 0, SEEK_END);
  int64_t n = (ftell (f) - here) / 2;
  fseek (f, here, SEEK_SET);
  return n;
}

struct result
run_sequence (const char *from, const char *to)
{
  FILE *in = open_wav (from), *out = create_wav (to);
  int64_t n = length_of (in), levels = (n + LEVEL - 1) / LEVEL;
  float *sound = calloc ((size_t) n + TAPS - 1, sizeof *sound); /* silence first */
  float *clean = malloc ((size_t) n * sizeof *clean);
  struct level *level = malloc ((size_t) levels * sizeof *level);
  if (!sound || !clean || !level)
    abort ();
  read_samples (in, sound + TAPS - 1, n);
  fclose (in);
  filter (clean, sound, n);
  for (int64_t k = 0; k < levels; k++)
    level[k] = level_of (clean + k * LEVEL, k < levels - 1 ? LEVEL : n - k * LEVEL);
  write_samples (out, clean, n);
  finish_wav (out, n);
  free (sound);
  free (clean);
  return (struct result) { n, levels, level };
}
