/* SPDX-License-Identifier: MIT */
/* sound.c - de-emphasis, 16 bits, a WAV file.
 *
 * De-emphasis is the one filter with a memory of its own: each sample needs the one
 * before, so this part of a receiver cannot be shared.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fmradio.h"

enum { HEADER = 44, CHUNK = 1024 };

static void
give_up (const struct sound *s)
{
  fprintf (stderr, "fmradio: %s: %s\n", s->name, strerror (errno));
  exit (1);
}

/* ---- 16 bits ------------------------------------------------------------ */

static inline int16_t
sample (float x)
{
  x *= 32768;
  x = x < 32767 ? x : 32767;
  x = x > -32768 ? x : -32768;
  return (int16_t) lrintf (x);
}

static void
to_samples (int16_t *restrict to, const float *restrict from, int64_t n, int64_t step)
{
  for (int64_t i = 0; i < n; i++)
    to[i] = sample (from[i * step]);
}

static uint32_t
add_up (const int16_t *s, int64_t n)
{
  uint32_t sum = 0;
  for (int64_t i = 0; i < n; i++)
    sum += (uint16_t) s[i];
  return sum;
}

static int
differing (const struct stereo *s, int64_t n)
{
  int count = 0;
  for (int64_t i = 0; i < n; i++)
    count += s[i].left != s[i].right;
  return count;
}

void
sound_begin (struct sound *s, const struct radio *r)
{
  *s = (struct sound) { .name = "", .channels = r->mono ? 1 : 2,
                        .emphasis = { .design = emphasis_design (r->deemphasis) } };
}

void
sound_write (struct sound *s, const struct stereo *from, int64_t n)
{
  for (int64_t tl = 0, now; tl < n; tl += now)
    {
      struct stereo x[CHUNK];
      int16_t to[2 * CHUNK];
      now = n - tl < CHUNK ? n - tl : CHUNK;
      deemphasise (&s->emphasis, x, from + tl, now);
      s->differing += differing (x, now);
      to_samples (to, &x[0].left, now * s->channels, 2 / s->channels);
      s->sum += add_up (to, now * s->channels);
      if (s->file && fwrite (to, 2 * (size_t) s->channels, (size_t) now, s->file) != (size_t) now)
        give_up (s);
    }
  s->frames += n;
}

/* ---- The file ----------------------------------------------------------- */

static void
put (unsigned char *to, uint32_t x, int bytes)
{
  for (int k = 0; k < bytes; k++)
    to[k] = (unsigned char) (x >> 8 * k);
}

static void
make_header (unsigned char h[HEADER], const struct sound *s, int64_t frames)
{
  const int64_t most = UINT32_MAX - HEADER; /* the format knows no more */
  int64_t bytes = 2 * s->channels * frames;
  bytes = bytes < most ? bytes : most;
  memcpy (h, "RIFF....WAVEfmt ....................data....", HEADER);
  put (h + 4, (uint32_t) (HEADER - 8 + bytes), 4);
  put (h + 16, 16, 4);                                     /* bytes of format: */
  put (h + 20, 1, 2);                                      /* plain samples */
  put (h + 22, (uint32_t) s->channels, 2);
  put (h + 24, SOUND_RATE, 4);
  put (h + 28, (uint32_t) (2 * s->channels * SOUND_RATE), 4); /* bytes a second */
  put (h + 32, (uint32_t) (2 * s->channels), 2);           /* bytes a frame */
  put (h + 34, 16, 2);                                     /* bits a sample */
  put (h + 40, (uint32_t) bytes, 4);
}

/* Where the header stands, to be put right at the end; -1 where there is no way back: in a
 * pipe, and behind what others append to. */
static int64_t
place_of_header (FILE *f)
{
  int flags = fcntl (fileno (f), F_GETFL);
  return flags < 0 || flags & O_APPEND ? -1 : lseek (fileno (f), 0, SEEK_CUR);
}

void
sound_create (struct sound *s, const char *name, const struct radio *r)
{
  bool standard = strcmp (name, "-") == 0;
  unsigned char h[HEADER];
  sound_begin (s, r);
  s->name = standard ? "stdout" : name;
  s->file = standard ? stdout : fopen (name, "wb");
  if (!s->file)
    give_up (s);
  s->header = place_of_header (s->file);
  make_header (h, s, INT64_MAX / 8); /* for a pipe; written now, or a space that is begun has it, too */
  if (fwrite (h, 1, HEADER, s->file) != HEADER || fflush (s->file) != 0)
    give_up (s);
}

void
sound_close (struct sound *s)
{
  unsigned char h[HEADER];
  if (!s->file)
    return;
  make_header (h, s, s->frames);
  errno = EIO; /* where only a part is written, or a write has failed before */
  if (ferror (s->file) || (s->header >= 0 && pwrite (fileno (s->file), h, HEADER, s->header) != HEADER)
      || (s->file == stdout ? fflush (stdout) : fclose (s->file)) != 0)
    give_up (s);
  s->file = NULL;
}
