/* SPDX-License-Identifier: MIT */
/* token.c - a stretch of the capture that is worked on by itself. */
#include "token.h"

#include <stdlib.h>
#include <string.h>

/* Frames of the capture in a token, about: the work that is done twice (17,000 frames at
 * 2.4 MHz) should not count, and the token should stay in a cache. */
static const int64_t token_frames = 1 << 19;

static void *
memory (int64_t bytes)
{
  void *p = malloc ((size_t) bytes);
  if (!p)
    {
      fprintf (stderr, "fmradio: no memory\n");
      exit (1);
    }
  return p;
}

static int64_t
most_frames (const struct dealer *d)
{
  const struct radio *r = d->radio;
  return chain_frames (r, d->sound) + 2 * r->channel.s.down * (r->sum.s.down / r->sum.s.up + 1);
}

void
dealer_begin (struct dealer *d, const struct radio *r, struct capture *c)
{
  *d = (struct dealer) { .radio = r, .capture = c, 
                         .sound = token_frames * SOUND_RATE / r->rate + 1 };
  d->overlap = memory (most_frames (d) * frame_bytes (c->format));
}

void
dealer_end (struct dealer *d)
{
  free (d->overlap);
}

void
token_begin (struct token *t, const struct dealer *d)
{
  *t = (struct token) { .raw = memory (most_frames (d) * frame_bytes (d->capture->format)),
                        .sound = memory ((d->sound + 2) * (int64_t) sizeof (struct stereo)) };
  if (!chain_begin (&t->chain, d->radio, BLOCK * d->radio->channel.s.down))
    memory (INT64_MAX);
}

void
token_end (struct token *t)
{
  chain_end (&t->chain);
  free (t->raw);
  free (t->sound);
}

bool
token_read (struct token *t, struct dealer *d)
{
  const int64_t size = frame_bytes (d->capture->format);
  if (d->ended)
    return false;
  t->first = d->next;
  d->next += d->sound;
  int64_t first = chain_first_frame (d->radio, t->first), last = chain_frames (d->radio, d->next);
  int64_t want = last - first - d->overlapping;
  memcpy (t->raw, d->overlap, (size_t) (d->overlapping * size));
  int64_t n = capture_read (d->capture, t->raw + d->overlapping * size, want);
  t->frames = d->overlapping + n;
  d->ended = n < want;
  d->overlapping = last - chain_first_frame (d->radio, d->next);
  if (!d->ended)
    memcpy (d->overlap, t->raw + (t->frames - d->overlapping) * size,
            (size_t) (d->overlapping * size));
  return true;
}

void
token_work (struct token *t, const struct dealer *d)
{
  const enum format format = d->capture->format;
  const int64_t piece = BLOCK * d->radio->channel.s.down;
  chain_go_to (&t->chain, t->first);
  t->count = 0;
  for (int64_t at = 0, n, tl, hd; at < t->frames; at += n)
    {
      n = t->frames - at < piece ? t->frames - at : piece;
      frames_to_float (format, chain_room (&t->chain), t->raw + at * frame_bytes (format), n);
      const struct stereo *sound = chain_run (&t->chain, n, &tl, &hd);
      memcpy (t->sound + t->count, sound, (size_t) (hd - tl) * sizeof *sound);
      t->count += hd - tl;
    }
}
