/* SPDX-License-Identifier: MIT */
/* samples.c - files of samples: I and Q in turns, 16 bit integers or floats. */
#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "wifi.h"

enum { CHUNK = 4096 };
static const float full_scale = 32768; /* of 16 bits, for 1.0 */

static void
must_be_whole (FILE *f, const char *name, size_t octets, size_t sample)
{
  if (ferror (f))
    fail ("cannot read %s: %s", name, strerror (errno));
  if (octets % sample)
    fail ("%s ends inside of a sample: expected samples of %zu octets; is the format (-f) right?",
          name, sample);
}

static int64_t
read_int16 (FILE *f, const char *name, struct sample *to, int64_t n)
{
  int16_t raw[2 * CHUNK];
  int64_t done = 0;
  for (int64_t want, got = 0; done < n; done += got)
    {
      want = n - done < CHUNK ? n - done : CHUNK;
      size_t octets = fread (raw, 1, (size_t) want * 4, f);
      must_be_whole (f, name, octets, 4);
      got = (int64_t) octets / 4;
      for (int64_t k = 0; k < got; k++)
        to[done + k] = (struct sample) { raw[2 * k] / full_scale, raw[2 * k + 1] / full_scale };
      if (got < want)
        return done + got;
    }
  return done;
}

/* What is no number counts as silence. */
static int64_t
read_float32 (FILE *f, const char *name, struct sample *to, int64_t n)
{
  size_t octets = fread (to, 1, (size_t) n * sizeof *to, f);
  must_be_whole (f, name, octets, sizeof *to);
  int64_t got = (int64_t) (octets / sizeof *to);
  for (int64_t k = 0; k < got; k++)
    if (!isfinite (to[k].re) || !isfinite (to[k].im))
      to[k] = (struct sample) { 0, 0 };
  return got;
}

int64_t
read_samples (FILE *f, const char *name, enum format format, struct sample *to, int64_t n)
{
  return format == INT16 ? read_int16 (f, name, to, n) : read_float32 (f, name, to, n);
}

/* To the nearest, for the vectoriser: the last bits of x + 1.5 * 2^23 are that number. */
static inline int16_t
to_int16 (float x)
{
  int32_t bits;
  x *= full_scale;
  x = (x > 32767 ? 32767 : x < -32768 ? -32768 : x) + 12582912.f;
  memcpy (&bits, &x, sizeof bits);
  return (int16_t) bits;
}

void
write_samples (FILE *f, const char *name, enum format format, const struct sample *from, int64_t n)
{
  int16_t raw[2 * CHUNK];
  size_t written = 0, wanted = (size_t) n;
  if (format == FLOAT32)
    written = fwrite (from, sizeof *from, wanted, f);
  else
    for (int64_t k = 0, m; k < n; k += m)
      {
        m = n - k < CHUNK ? n - k : CHUNK;
        for (int64_t j = 0; j < m; j++)
          {
            raw[2 * j] = to_int16 (from[k + j].re);
            raw[2 * j + 1] = to_int16 (from[k + j].im);
          }
        written += fwrite (raw, 4, (size_t) m, f);
      }
  if (written != wanted)
    fail ("cannot write %s: %s", name, strerror (errno));
}

/* ---- Outputs of any kind -------------------------------------------------------- */

/* To create a file empties it, under whatever name. */
static void
refuse_same (const char *name, const char *input)
{
  struct stat in, out;
  int bad = strcmp (input, "-") ? stat (input, &in) : fstat (STDIN_FILENO, &in);
  if (!bad && !stat (name, &out) && S_ISREG (out.st_mode) && in.st_dev == out.st_dev && in.st_ino == out.st_ino)
    fail ("%s is the input, too: write to another file", name);
}

FILE *
open_output (const char *name, const char *input)
{
  if (!strcmp (name, "-"))
    return stdout;
  refuse_same (name, input);
  FILE *f = fopen (name, "wb");
  if (!f)
    fail ("cannot create %s: %s", name, strerror (errno));
  return f;
}

void
close_output (FILE *f, const char *name)
{
  bool bad = ferror (f) != 0;
  errno = 0;
  if ((f == stdout ? fflush (f) : fclose (f)) || bad)
    fail ("cannot write %s: %s", name, errno ? strerror (errno) : "an earlier write has failed");
}
