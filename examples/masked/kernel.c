/* SPDX-License-Identifier: MIT */
/* kernel.c - frames are purified, and vectors transformed; what such items look like. */
#include <math.h>
#include <stdlib.h>

#include "kernel.h"

const char program[] = "masked";
const char program_help[]
  = "  -b  bytes of a burst that processes pass on at a time; 131072; 0: a whole item\n"
    "  SHAPE  800x800: frames of RGB pixels, a byte each; 4000000: vectors of doubles\n";

enum { MOST = 1 << 27, THRESHOLD = 2400 };

bool
set_shape (struct job *j, const char *text)
{
  char *end;
  long width = strtol (text, &end, 10), height = 0;
  bool frame = *end == 'x';
  if (frame)
    height = strtol (end + 1, &end, 10);
  if (end == text || *end || width < 1 || width > MOST || height < frame || height > MOST / width)
    return false;
  j->width = (int) width;
  j->height = (int) height;
  j->size = frame ? 3 * (size_t) (width * height) : sizeof (double) * (size_t) width;
  return true;
}

/* ---- The computation --------------------------------------------------------------------- */

static int
square (int x)
{
  return x * x;
}

/* A pixel of a strong colour becomes grey (De Matteis 2011, section 5.1). */
static void
purify (const unsigned char *from, unsigned char *to, size_t pixels)
{
  for (size_t i = 0; i < 3 * pixels; i += 3)
    {
      int r = from[i], g = from[i + 1], b = from[i + 2], grey = (r + g + b) / 3;
      bool strong = square (r - g) + square (r - b) + square (g - b) > THRESHOLD;
      to[i] = (unsigned char) (strong ? grey : r);
      to[i + 1] = (unsigned char) (strong ? grey : g);
      to[i + 2] = (unsigned char) (strong ? grey : b);
    }
}

/* A simple function of each element, which takes some five times as long as its copy. */
static void
transform (const double *from, double *to, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      double x = from[i], y = sqrt (x * x + 1), z = sqrt (y + x / y);
      to[i] = sqrt (z + 1 / z) / (1 + y);
    }
}

void
compute (const struct job *j, size_t size, const void *from, void *to)
{
  if (j->height)
    purify (from, to, size / 3);
  else
    transform (from, to, size / sizeof (double));
}

/* ---- Input ------------------------------------------------------------------------------- */

/* Numbers that look random (xorshift; Marsaglia 2003), the same in each run. */
static uint64_t
next_random (uint64_t *state)
{
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

/* Patches of one colour, with noise: some are strong, most are not. */
static void
generate_frame (const struct job *j, uint64_t random, unsigned char *to)
{
  enum { PATCH = 40 };
  unsigned char colour[3] = { 0 };
  for (int y = 0; y < j->height; y++)
    for (int x = 0; x < j->width; x++)
      {
        uint64_t r = next_random (&random);
        int grey = (int) (r >> 56 & 127);
        for (int c = 0; c < 3 && x % PATCH == 0; c++)
          colour[c] = (unsigned char) (grey + (int) (r >> 8 * c & 63));
        for (int c = 0; c < 3; c++)
          *to++ = (unsigned char) (colour[c] + (r >> (32 + 8 * c) & 7));
      }
}

void
generate_item (const struct job *j, int64_t i, void *to)
{
  uint64_t random = 88172645463325252u + (uint64_t) i;
  double *vector = to;
  if (j->height)
    generate_frame (j, random, to);
  else
    for (int n = 0; n < j->width; n++)
      vector[n] = (double) (int32_t) next_random (&random) / (1 << 20);
}
