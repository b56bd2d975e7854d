/* SPDX-License-Identifier: MIT */
/* capture.c - frames of I and Q out of a file.
 *
 * Around the frames of the file there is silence, half as long as all filters
 * together: so the first sample of the sound belongs to the first frame.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fmradio.h"

/* The second and third names are those of other programs, and of their files. */
static const struct { const char *name[3]; int64_t bytes; } formats[FORMATS] = {
  [FORMAT_F32] = { { "f32", "float32", "cf32" }, 8 },
  [FORMAT_S16] = { { "s16", "int16", "cs16" }, 4 },
  [FORMAT_U8] = { { "u8", "rtl-sdr", "cu8" }, 2 }
};

enum format
format_named (const char *name)
{
  for (int f = 0; f < FORMATS; f++)
    for (int k = 0; k < 3; k++)
      if (strcmp (name, formats[f].name[k]) == 0)
        return (enum format) f;
  return FORMATS;
}

int64_t
frame_bytes (enum format f)
{
  return formats[f].bytes;
}

static void
give_up (const struct capture *c)
{
  fprintf (stderr, "fmradio: %s: %s\n", c->name, strerror (errno));
  exit (1);
}

void
capture_open (struct capture *c, const char *name, enum format format, const struct radio *r)
{
  struct stat s;
  bool standard = strcmp (name, "-") == 0;
  *c = (struct capture) { .name = standard ? "stdin" : name, .format = format, .left = INT64_MAX,
                          .before = r->before, .after = r->after };
  c->file = standard ? STDIN_FILENO : open (name, O_RDONLY | O_CLOEXEC);
  if (c->file < 0 || fstat (c->file, &s) != 0)
    give_up (c);
  if (S_ISDIR (s.st_mode))
    {
      errno = EISDIR;
      give_up (c);
    }
  c->may_wait = !S_ISREG (s.st_mode);
}

void
capture_close (struct capture *c)
{
  if (c->file > STDIN_FILENO)
    close (c->file);
}

bool
capture_is (const struct capture *c, const char *name)
{
  struct stat in, out;
  return fstat (c->file, &in) == 0 && stat (name, &out) == 0 && S_ISREG (out.st_mode)
    && in.st_dev == out.st_dev && in.st_ino == out.st_ino;
}

/* Part of a frame at the end of a file is left out. */
static int64_t
read_file (struct capture *c, unsigned char *to, int64_t bytes)
{
  int64_t done = 0, now;
  while (done < bytes)
    if ((now = read (c->file, to + done, (size_t) (bytes - done))) > 0)
      done += now;
    else if (now == 0)
      break;
    else if (errno != EINTR)
      give_up (c);
  return done / formats[c->format].bytes;
}

static int64_t
read_memory (struct capture *c, unsigned char *to, int64_t n)
{
  int64_t size = formats[c->format].bytes, from = c->at % c->length;
  n = n < c->length - from ? n : c->length - from;
  memcpy (to, c->memory + from * size, (size_t) (n * size));
  c->at += n;
  return n;
}

static int64_t
silence (enum format f, void *to, int64_t *left, int64_t n)
{
  n = n < *left ? n : *left;
  memset (to, f == FORMAT_U8 ? 128 : 0, (size_t) (n * formats[f].bytes));
  *left -= n;
  return n;
}

int64_t
capture_read (struct capture *c, void *to, int64_t n)
{
  unsigned char *at = to;
  int64_t size = formats[c->format].bytes, now;
  int64_t done = silence (c->format, at, &c->before, n);
  for (; done < n && c->left > 0; done += now, c->left -= now)
    {
      int64_t want = n - done < c->left ? n - done : c->left;
      now = c->memory ? read_memory (c, at + done * size, want)
                      : read_file (c, at + done * size, want * size);
      if (now < want && !c->memory)
        c->left = now; /* no more will come */
    }
  return done + silence (c->format, at + done * size, &c->after, n - done);
}

/* What is no number, or far too large, is silence. */
static inline float
sane (float x)
{
  return fabsf (x) < 1e15f ? x : 0;
}

void
frames_to_float (enum format f, float *restrict to, const void *from, int64_t n)
{
  const unsigned char *u8 = from;
  const int16_t *s16 = from;
  const float *f32 = from;
  n *= 2;
  if (f == FORMAT_U8)
    for (int64_t i = 0; i < n; i++)
      to[i] = ((float) u8[i] - 127.5f) / 127.5f;
  else if (f == FORMAT_S16)
    for (int64_t i = 0; i < n; i++)
      to[i] = (float) s16[i] / 32768;
  else
    for (int64_t i = 0; i < n; i++)
      to[i] = sane (f32[i]);
}
