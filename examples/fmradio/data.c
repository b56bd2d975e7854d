/* SPDX-License-Identifier: MIT */
/* data.c - the receiver with shared work alone: workers that are all alike.
 *
 *               +--> worker 0 <--+
 *   source --(raw)               (mpx, side, sound)     (equalised)--> writer
 *               +--> worker 1 <--+
 *
 * Worker k takes the blocks k, k + n, ... of the capture through all stages.  Where
 * a stage looks back, it looks into what the worker of the block before has made:
 * so what stages look back to is in records, which all workers write, and all
 * read.  What belongs to one block alone (iq, the pilot, L+R, L-R) stays private.
 * A block needs what lies before it, never what comes after: so workers never wait
 * in a circle.
 */
#include <stdlib.h>

#include "erbium.h"
#include "processes.h"

const char receiver_name[] = "workers";

struct shared
{
  record unsigned char raw;
  record float mpx, side;
  record struct stereo sound, equalised;
};

/* How far all stages come with so many frames. */
struct reach { int64_t frames, mpx, side, sound, equalised; };

static struct reach
reach (const struct radio *r, int64_t frames)
{
  struct reach e = { .frames = frames };
  e.mpx = results_of (&r->demodulate, results_of (&r->channel.s, frames));
  e.side = results_of (&r->pilot_cos.s, e.mpx);
  e.sound = results_of (&r->difference.s, e.side);
  e.equalised = results_of (&r->equaliser.s, e.sound);
  return e;
}

struct worker
{
  const struct radio *radio;
  enum format format;
  int64_t size;                     /* of a frame */
  view unsigned char raw;
  view float mpx, mpx_out, side, side_out;
  view struct stereo sound, sound_out, equalised_out;
  float *frames, *iq, *cosine, *sine, *sum, *difference; /* private */
};

/* ---- Begin and end ------------------------------------------------------ */

static float *
floats (int64_t n)
{
  float *x = malloc ((size_t) n * sizeof *x);
  if (!x)
    abort ();
  return x;
}

static void
make_room (struct worker *w, int64_t piece)
{
  const struct radio *r = w->radio;
  const int64_t mpx = BLOCK + 2, sound = mpx * r->sum.s.up / r->sum.s.down + 2;
  w->frames = floats (2 * (piece + r->channel.s.taps + 2 * r->channel.s.down));
  w->iq = floats (2 * (mpx + 1));
  w->cosine = floats (mpx), w->sine = floats (mpx);
  w->sum = floats (sound), w->difference = floats (sound);
}

static void
connect (struct worker *w, const struct shared *s, struct part p, int64_t piece)
{
  const struct radio *r = w->radio;
  const int64_t ahead = 4 * p.of * BLOCK;
  w->raw = new_read_view (s->raw), register (w->raw, p.k + 1);
  alloc (w->raw, (p.of * piece + r->channel.s.taps) * w->size);
  w->mpx = new_read_view (s->mpx), register (w->mpx, p.k + 1);
  alloc (w->mpx, p.of * BLOCK + r->pilot_cos.s.taps + r->sum.s.taps);
  w->mpx_out = new_write_view (s->mpx), register (w->mpx_out, p.k + 1), alloc (w->mpx_out, ahead);
  w->side = new_read_view (s->side), register (w->side, p.k + 1);
  alloc (w->side, p.of * BLOCK + r->difference.s.taps);
  w->side_out = new_write_view (s->side), register (w->side_out, p.k + 1), alloc (w->side_out, ahead);
  w->sound = new_read_view (s->sound), register (w->sound, p.k + 1);
  alloc (w->sound, p.of * BLOCK + r->equaliser.s.taps);
  w->sound_out = new_write_view (s->sound), register (w->sound_out, p.k + 1);
  alloc (w->sound_out, ahead);
  w->equalised_out = new_write_view (s->equalised), register (w->equalised_out, p.k + 1);
  alloc (w->equalised_out, ahead);
}

/* Up to a block's first results: "my part is done so far".  And what no later block
 * of mine looks back to is given back. */
static void
pass_over (struct worker *w, struct reach to)
{
  const struct radio *r = w->radio;
  int64_t pilot = to.side, sum = first_of (&r->sum.s, to.sound);
  commit (w->mpx_out, to.mpx);
  commit (w->side_out, to.side);
  commit (w->sound_out, to.sound);
  commit (w->equalised_out, to.equalised);
  release (w->raw, first_of (&r->channel.s, to.mpx) * w->size);
  release (w->mpx, pilot < sum ? pilot : sum);
  release (w->side, first_of (&r->difference.s, to.sound));
  release (w->sound, to.equalised);
}

/* ---- A block ------------------------------------------------------------ */

static void
make_mpx (struct worker *w, int64_t frames, int64_t tl, int64_t hd)
{
  const struct radio *r = w->radio;
  int64_t from = first_of (&r->channel.s, tl);
  stall (w->mpx_out, hd);
  frames_to_float (w->format, w->frames, &w->raw[[from * w->size]], frames - from);
  decimate_frames (&r->channel, w->iq, w->frames, hd + 1 - tl);
  demodulate (&w->mpx_out[[tl]], w->iq, hd - tl, r->turn);
  commit (w->mpx_out, hd);
}

static void
make_side (struct worker *w, int64_t tl, int64_t hd)
{
  const struct radio *r = w->radio;
  stall (w->side_out, hd);
  filter_run (&r->pilot_cos, w->cosine, &w->mpx[[tl]], tl, hd);
  filter_run (&r->pilot_sin, w->sine, &w->mpx[[tl]], tl, hd);
  to_side (&w->side_out[[tl]], &w->mpx[[first_of (&r->side, tl)]], w->cosine, w->sine, hd - tl,
           r->mono);
  commit (w->side_out, hd);
}

static void
make_sound (struct worker *w, int64_t tl, int64_t hd)
{
  const struct radio *r = w->radio;
  stall (w->sound_out, hd);
  filter_run (&r->sum, w->sum, &w->mpx[[first_of (&r->sum.s, tl)]], tl, hd);
  filter_run (&r->difference, w->difference, &w->side[[first_of (&r->difference.s, tl)]], tl, hd);
  to_stereo (&w->sound_out[[tl]], w->sum, w->difference, hd - tl);
  commit (w->sound_out, hd);
}

static void
make_equalised (struct worker *w, int64_t tl, int64_t hd)
{
  stall (w->equalised_out, hd);
  fir (&w->radio->equaliser, &w->equalised_out[[tl]].left, &w->sound[[tl]].left, hd - tl, 2);
  commit (w->equalised_out, hd);
}

/* Each stage waits for what the blocks before have made, up to its own. */
static void
work (struct worker *w, struct reach from, struct reach to)
{
  if (to.mpx > from.mpx)
    make_mpx (w, to.frames, from.mpx, to.mpx);
  if (to.side > from.side && update (w->mpx, to.mpx))
    make_side (w, from.side, to.side);
  if (to.sound > from.sound && update (w->side, to.side))
    make_sound (w, from.sound, to.sound);
  if (to.equalised > from.equalised && update (w->sound, to.sound))
    make_equalised (w, from.equalised, to.equalised);
}

process
worker (const struct radio *r, enum format format, struct part p, struct shared s)
{
  struct worker w = { .radio = r, .format = format, .size = frame_bytes (format) };
  const int64_t piece = BLOCK * r->channel.s.down;
  float **private[] = { &w.frames, &w.iq, &w.cosine, &w.sine, &w.sum, &w.difference };
  connect (&w, &s, p, piece);
  make_room (&w, piece);
  for (;;)
    {
      int64_t tl = claim (w.raw, piece * w.size) / w.size, hd;
      struct reach from = reach (r, tl);
      pass_over (&w, from);
      hd = update (w.raw, (tl + piece) * w.size) / w.size;
      if (hd > tl)
        work (&w, from, reach (r, hd));
      if (hd < tl + piece)
        break;
    }
  for (unsigned k = 0; k < sizeof private / sizeof *private; k++)
    free (*private[k]);
}

void
receive (const struct radio *r, struct capture *in, struct sound *out, int workers)
{
  struct shared s;
  record struct sound heard = new_record (1, 1);
  s.raw = new_record (1, workers);
  s.mpx = new_record (workers, workers);
  s.side = new_record (workers, workers);
  s.sound = new_record (workers, workers);
  s.equalised = new_record (workers, 1);
  carry_radio (r);
  run source (in, BLOCK * r->channel.s.down, s.raw);
  for (int k = 0; k < workers; k++)
    run worker (r, in->format, (struct part) { k, workers }, s);
  run writer (out, s.equalised, heard);
  *out = sound_of (heard);
  erbium_join_all (); /* some have still to see the end, and look at the radio */
}
