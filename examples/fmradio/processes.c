/* SPDX-License-Identifier: MIT */
/* processes.c - the processes of the receiver.
 *
 * The idea: a filter looks back, and what it looks back to is still in the record.
 * Result m is of inputs first_of (m) and those behind it; a process releases what
 * lies before the first input of its next result, and nothing else is ever kept,
 * moved or copied.  The original program (figure 7 of Erbium's paper) has a ring
 * with a modulo in its place, which ties each filter to one pair of hands.
 */
#include "processes.h"

#include <stdlib.h>

#include "erbium.h"
#include "erbium/ranks.h"

/* So many blocks of each worker may wait to be read.
 *
 * A horizon is large enough where it holds what the slowest reader looks back to and waits for, and
 * the piece that is written next: then somebody can always go on.  Filters look back by less
 * than a block, wait for one, and one is written: three do, and one more for mpx, which side_band
 * releases a block behind the pilot filters. */
enum { AHEAD = 4 };

/* ---- Ranks --------------------------------------------------------------- */

/* As ranks of an MPI job (ERBIUM_TASK=rank), processes have copies of the radio, which none of them
 * changes, and those with a file stay where it is open. */
void
carry_radio (const struct radio *r)
{
  const struct filter *all[] = { &r->channel, &r->pilot_cos, &r->pilot_sin, &r->sum, &r->difference,
                                 &r->equaliser };
  erbium_carry (r, sizeof *r, ERBIUM_POINTERS);
  for (unsigned k = 0; k < sizeof all / sizeof *all; k++)
    erbium_carry (all[k]->tap, filter_bytes (all[k]), ERBIUM_PLAIN);
  erbium_place ("source", 0);
  erbium_place ("writer", 0);
}

/* ---- Two ends ----------------------------------------------------------- */

/* The kernel writes the capture where it will be read. */
process
source (struct capture *in, int64_t piece, record unsigned char raw)
{
  const int64_t size = frame_bytes (in->format);
  view unsigned char v = new_write_view (raw);
  int64_t tl = 0, n;
  register (v, 1);
  alloc (v, AHEAD * piece * size);
  do
    {
      stall (v, (tl + piece) * size);
      if (in->may_wait)
        erbium_blocking { n = capture_read (in, &v[[tl * size]], piece); }
      else
        n = capture_read (in, &v[[tl * size]], piece);
      tl += n;
      commit (v, tl * size);
    }
  while (n == piece);
}

process
writer (struct sound *out, record struct stereo equalised, record struct sound heard)
{
  view struct stereo v = new_read_view (equalised);
  view struct sound end = new_write_view (heard);
  register (v, 1);
  register (end, 1);
  alloc (v, BLOCK);
  alloc (end, 1);
  for (int64_t tl = 0, hd; (hd = update (v, tl + BLOCK)); tl = hd)
    {
      sound_write (out, &v[[tl]], hd - tl);
      release (v, hd);
    }
  sound_close (out);
  stall (end, 1);
  end[[0]] = *out;
  commit (end, 1);
}

struct sound
sound_of (record struct sound heard)
{
  view struct sound in = new_read_view (heard);
  register (in, 1);
  alloc (in, 1);
  if (update (in, 1) != 1)
    abort ();
  struct sound s = in[[0]];
  free_view (in, TERMINATE);
  return s;
}

/* ---- From frames to mpx ------------------------------------------------- */

/* Each worker claims the next block.  It does not matter which worker this is, because the index of
 * a result depends only on its inputs.
 *
 * A block begins with the first result of its inputs and may look back into the
 * blocks of others. */
process
channel (const struct radio *r, enum format format, struct part p, record unsigned char raw,
         record struct frame iq)
{
  const struct stage *s = &r->channel.s;
  const int64_t size = frame_bytes (format), piece = BLOCK * s->down;
  float *frames = malloc ((size_t) (piece + s->taps + s->down) * sizeof (struct frame));
  view unsigned char in = new_read_view (raw);
  view struct frame out = new_write_view (iq);
  register (in, p.k + 1);
  register (out, p.k + 1);
  alloc (in, (p.of * piece + s->taps) * size);
  alloc (out, AHEAD * p.of * BLOCK);
  if (!frames)
    abort ();
  for (;;)
    {
      int64_t tl = claim (in, piece * size) / size, hd;
      int64_t first = results_of (s, tl), from = first_of (s, first);
      release (in, from * size);
      commit (out, first);                       /* the blocks between are of others */
      hd = update (in, (tl + piece) * size) / size;
      int64_t last = results_of (s, hd);
      if (last > first)
        {
          stall (out, last);
          frames_to_float (format, frames, &in[[from * size]], hd - from);
          decimate_frames (&r->channel, &out[[first]].i, frames, last - first);
          commit (out, last);
        }
      if (hd < tl + piece)
        break;
    }
  free (frames);
}

process
demodulator (float turn, record struct frame iq, record float mpx)
{
  view struct frame in = new_read_view (iq);
  view float out = new_write_view (mpx);
  register (in, 1);
  register (out, 1);
  alloc (in, BLOCK + 1);
  alloc (out, 8 * BLOCK);
  for (int64_t tl = 0, hd; (hd = update (in, tl + BLOCK + 1) - 1) > tl; tl = hd)
    {
      stall (out, hd);
      demodulate (&out[[tl]], &in[[tl]].i, hd - tl, turn);
      commit (out, hd);
      release (in, hd);                          /* the last one is looked back to */
    }
}

/* ---- Filters ------------------------------------------------------------ */

process
ffd (const struct filter *f, struct part p, record float from, int reader, record float to)
{
  const struct stage *s = &f->s;
  view float in = new_read_view (from), out = new_write_view (to);
  erbium_name_process (f->name);
  register (in, reader + p.k);
  register (out, p.k + 1);
  alloc (in, p.of * BLOCK + s->skip + s->taps);
  alloc (out, AHEAD * p.of * BLOCK);
  for (;;)
    {
      int64_t tl = claim (in, BLOCK, reader), hd;
      int64_t first = results_of (s, tl);
      release (in, first_of (s, first));
      commit (out, first);
      hd = update (in, tl + BLOCK);
      int64_t last = results_of (s, hd);
      if (last > first)
        {
          stall (out, last);
          filter_run (f, &out[[first]], &in[[first_of (s, first)]], first, last);
          commit (out, last);
        }
      if (hd < tl + BLOCK)
        return;
    }
}

process
equaliser (const struct filter *f, struct part p, record struct stereo sound,
           record struct stereo equalised)
{
  const struct stage *s = &f->s;
  const int64_t block = BLOCK / 4;               /* sound comes slower */
  view struct stereo in = new_read_view (sound), out = new_write_view (equalised);
  register (in, p.k + 1);
  register (out, p.k + 1);
  alloc (in, p.of * block + s->taps);
  alloc (out, BLOCK + AHEAD * p.of * block);     /* the writer waits for BLOCK */
  for (;;)
    {
      int64_t tl = claim (in, block), hd;
      int64_t first = results_of (s, tl);
      release (in, first);
      commit (out, first);
      hd = update (in, tl + block);
      int64_t last = results_of (s, hd);
      if (last > first)
        {
          stall (out, last);
          fir (f, &out[[first]].left, &in[[first]].left, last - first, 2);
          commit (out, last);
        }
      if (hd < tl + block)
        return;
    }
}

/* ---- Joints ------------------------------------------------------------- */

/* Mpx as it was in the middle of the pilot filters. */
process
side_band (const struct radio *r, record float mpx, int reader, record float cosine,
           record float sine, record float side)
{
  const int64_t late = r->side.skip;
  view float in = new_read_view (mpx), c = new_read_view (cosine), s = new_read_view (sine);
  view float out = new_write_view (side);
  register (in, reader);
  register (c, 1);
  register (s, 1);
  register (out, 1);
  alloc (in, late + BLOCK);
  alloc (c, BLOCK);
  alloc (s, BLOCK);
  alloc (out, 8 * BLOCK);
  for (int64_t tl = 0, hd;
       (hd = update (c, tl + BLOCK)) && update (s, hd) && update (in, late + hd); tl = hd)
    {
      stall (out, hd);
      to_side (&out[[tl]], &in[[late + tl]], &c[[tl]], &s[[tl]], hd - tl, r->mono);
      commit (out, hd);
      release (c, hd);
      release (s, hd);
      release (in, late + hd);
    }
}

process
matrix (record float sum, record float difference, record struct stereo sound)
{
  view float s = new_read_view (sum), d = new_read_view (difference);
  view struct stereo out = new_write_view (sound);
  register (s, 1);
  register (d, 1);
  register (out, 1);
  alloc (s, 1);
  alloc (d, 1);
  alloc (out, 8 * BLOCK);
  for (int64_t i = 0; update (d, i + 1) && update (s, i + 1); i++)
    {
      stall (out, i + 1);
      out[[i]].left = s[[i]] + d[[i]];
      out[[i]].right = s[[i]] - d[[i]];
      commit (out, i + 1);
      release (d, i + 1);
      release (s, i + 1);
    }
}
