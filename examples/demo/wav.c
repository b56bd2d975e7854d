/* SPDX-License-Identifier: MIT */
/* wav.c - sound files: one channel of 16 bit samples. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "demo.h"

enum { HEADER = 44, CHUNK = 4096 };

static void
give_up (const char *what)
{
  perror (what);
  exit (1);
}

static void
put (unsigned char *to, uint32_t x, int bytes)
{
  for (int k = 0; k < bytes; k++)
    to[k] = (unsigned char) (x >> 8 * k);
}

static void
write_header (FILE *f, int64_t samples)
{
  unsigned char h[HEADER] = "RIFF....WAVEfmt ................data....";
  put (h + 4, (uint32_t) (HEADER - 8 + 2 * samples), 4);
  put (h + 16, 16, 4);        /* bytes of format: */
  put (h + 20, 1, 2);         /* plain samples */
  put (h + 22, 1, 2);         /* one channel */
  put (h + 24, RATE, 4);
  put (h + 28, 2 * RATE, 4);  /* bytes a second */
  put (h + 32, 2, 2);         /* bytes a sample */
  put (h + 34, 16, 2);        /* bits a sample */
  put (h + 40, (uint32_t) (2 * samples), 4);
  if (fseek (f, 0, SEEK_SET) != 0 || fwrite (h, 1, HEADER, f) != HEADER)
    give_up ("cannot write the header of a sound file");
}

FILE *
open_wav (const char *name)
{
  char header[HEADER];
  FILE *f = fopen (name, "rb");
  if (!f || fread (header, 1, HEADER, f) != HEADER || memcmp (header, "RIFF", 4) != 0)
    give_up (name);
  return f;
}

FILE *
create_wav (const char *name)
{
  FILE *f = fopen (name, "wb");
  if (!f)
    give_up (name);
  write_header (f, 0);
  return f;
}

int64_t
read_samples (FILE *f, float *to, int64_t n)
{
  int64_t done = 0, now = 1;
  while (done < n && now > 0)
    {
      int16_t s[CHUNK];
      now = (int64_t) fread (s, sizeof s[0], (size_t) (n - done < CHUNK ? n - done : CHUNK), f);
      for (int64_t i = 0; i < now; i++)
        to[done + i] = s[i] / 32768.0f;
      done += now;
    }
  if (ferror (f))
    give_up ("cannot read a sound file");
  return done;
}

static int16_t
sample (float x)
{
  long n = lrintf (x * 32768);
  return (int16_t) (n > 32767 ? 32767 : n < -32768 ? -32768 : n);
}

void
write_samples (FILE *f, const float *from, int64_t n)
{
  for (int64_t tl = 0; tl < n; tl += CHUNK)
    {
      int16_t s[CHUNK];
      size_t length = (size_t) (n - tl < CHUNK ? n - tl : CHUNK);
      for (size_t i = 0; i < length; i++)
        s[i] = sample (from[tl + (int64_t) i]);
      if (fwrite (s, sizeof s[0], length, f) != length)
        give_up ("cannot write a sound file");
    }
}

void
finish_wav (FILE *f, int64_t samples)
{
  write_header (f, samples);
  if (fclose (f) != 0)
    give_up ("cannot write a sound file");
}
