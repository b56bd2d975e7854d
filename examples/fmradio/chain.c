/* SPDX-License-Identifier: MIT */
/* chain.c - all stages one after the other, a piece at a time, in one thread. */
#include "chain.h"

#include <stdlib.h>
#include <string.h>

/* ---- Windows ------------------------------------------------------------ */

static bool
window_begin (struct window *w, int64_t room, int width)
{
  *w = (struct window) { malloc ((size_t) (room * width) * sizeof (float)), 0, 0, width };
  return w->at;
}

static void
window_go_to (struct window *w, int64_t first)
{
  w->tl = w->hd = first;
}

static float *
element (const struct window *w, int64_t i)
{
  return w->at + (i - w->tl) * w->width;
}

/* Forgets what lies before `from`. */
static void
forget (struct window *w, int64_t from)
{
  from = from < w->hd ? from : w->hd;
  if (from <= w->tl)
    return;
  memmove (w->at, element (w, from), (size_t) ((w->hd - from) * w->width) * sizeof (float));
  w->tl = from;
}

/* The results that the inputs of a window allow: where they go, and what they are of. */
struct step { float *to; const float *from; int64_t tl, hd; };

static struct step
next (struct window *to, const struct window *from, const struct stage *s)
{
  int64_t tl = to->hd, hd = results_of (s, from->hd);
  hd = hd > tl ? hd : tl;
  to->hd = hd;
  return (struct step) { element (to, tl), element (from, first_of (s, tl)), tl, hd };
}

/* ---- The chain ---------------------------------------------------------- */

int64_t
chain_first_frame (const struct radio *r, int64_t first)
{
  int64_t side = first_of (&r->difference.s, first_of (&r->equaliser.s, first));
  return first_of (&r->channel.s, side);
}

/* The inputs that n results are of. */
static int64_t
inputs_of (const struct stage *s, int64_t n)
{
  return first_of (s, n - 1) + s->taps;
}

int64_t
chain_frames (const struct radio *r, int64_t n)
{
  int64_t side = inputs_of (&r->difference.s, inputs_of (&r->equaliser.s, n));
  int64_t mpx = inputs_of (&r->pilot_cos.s, side);
  return inputs_of (&r->channel.s, inputs_of (&r->demodulate, mpx));
}

bool
chain_begin (struct chain *c, const struct radio *r, int64_t piece)
{
  int64_t mpx = piece / r->channel.s.down + 2, sound = mpx * r->sum.s.up / r->sum.s.down + 2;
  *c = (struct chain) { .radio = r };
  /* Room for a piece and what is looked back to. */
  return window_begin (&c->frames, piece + r->channel.s.taps + r->channel.s.down, 2)
    && window_begin (&c->iq, mpx + 2, 2)
    && window_begin (&c->mpx, mpx + r->pilot_cos.s.taps + r->sum.s.taps + r->sum.s.down, 1)
    && window_begin (&c->cosine, mpx, 1) && window_begin (&c->sine, mpx, 1)
    && window_begin (&c->side, mpx + r->difference.s.taps + r->sum.s.down, 1)
    && window_begin (&c->sum, sound, 1) && window_begin (&c->difference, sound, 1)
    && window_begin (&c->sound, sound + r->equaliser.s.taps, 2)
    && window_begin (&c->equalised, sound, 2);
}

void
chain_go_to (struct chain *c, int64_t first)
{
  const struct radio *r = c->radio;
  int64_t sound = first_of (&r->equaliser.s, first), side = first_of (&r->difference.s, sound);
  struct window *at_mpx[] = { &c->iq, &c->mpx, &c->cosine, &c->sine, &c->side };
  struct window *at_sound[] = { &c->sum, &c->difference, &c->sound };
  window_go_to (&c->frames, first_of (&r->channel.s, side));
  for (unsigned k = 0; k < sizeof at_mpx / sizeof *at_mpx; k++)
    window_go_to (at_mpx[k], side);
  for (unsigned k = 0; k < sizeof at_sound / sizeof *at_sound; k++)
    window_go_to (at_sound[k], sound);
  window_go_to (&c->equalised, first);
}

void
chain_end (struct chain *c)
{
  struct window *all[] = { &c->frames, &c->iq, &c->mpx, &c->cosine, &c->sine, &c->side, &c->sum,
                           &c->difference, &c->sound, &c->equalised };
  for (unsigned k = 0; k < sizeof all / sizeof *all; k++)
    free (all[k]->at);
}

static void
front (struct chain *c)
{
  const struct radio *r = c->radio;
  struct step p = next (&c->iq, &c->frames, &r->channel.s);
  decimate_frames (&r->channel, p.to, p.from, p.hd - p.tl);
  p = next (&c->mpx, &c->iq, &r->demodulate);
  demodulate (p.to, p.from, p.hd - p.tl, r->turn);
}

static void
left_minus_right (struct chain *c)
{
  const struct radio *r = c->radio;
  struct step p = next (&c->cosine, &c->mpx, &r->pilot_cos.s);
  filter_run (&r->pilot_cos, p.to, p.from, p.tl, p.hd);
  p = next (&c->sine, &c->mpx, &r->pilot_sin.s);
  filter_run (&r->pilot_sin, p.to, p.from, p.tl, p.hd);
  int64_t tl = c->side.hd, hd = c->cosine.hd;
  to_side (element (&c->side, tl), element (&c->mpx, first_of (&r->side, tl)),
           element (&c->cosine, tl), element (&c->sine, tl), hd - tl, r->mono);
  c->side.hd = hd;
  p = next (&c->difference, &c->side, &r->difference.s);
  filter_run (&r->difference, p.to, p.from, p.tl, p.hd);
}

/* The sum, which does not have to wait for the pilot, goes no further than the difference. */
static void
left_and_right (struct chain *c)
{
  const struct radio *r = c->radio;
  int64_t tl = c->sum.hd, hd = c->difference.hd;
  filter_run (&r->sum, element (&c->sum, tl), element (&c->mpx, first_of (&r->sum.s, tl)), tl, hd);
  c->sum.hd = hd;
  to_stereo ((struct stereo *) element (&c->sound, tl), element (&c->sum, tl),
             element (&c->difference, tl), hd - tl);
  c->sound.hd = hd;
  struct step p = next (&c->equalised, &c->sound, &r->equaliser.s);
  fir (&r->equaliser, p.to, p.from, p.hd - p.tl, 2);
}

static void
forget_the_past (struct chain *c)
{
  const struct radio *r = c->radio;
  int64_t pilot = c->cosine.hd, sum = first_of (&r->sum.s, c->sum.hd);
  forget (&c->frames, first_of (&r->channel.s, c->iq.hd));
  forget (&c->iq, c->mpx.hd);
  forget (&c->mpx, pilot < sum ? pilot : sum);
  forget (&c->cosine, c->side.hd);
  forget (&c->sine, c->side.hd);
  forget (&c->side, first_of (&r->difference.s, c->difference.hd));
  forget (&c->sum, c->sound.hd);
  forget (&c->difference, c->sound.hd);
  forget (&c->sound, c->equalised.hd);
  forget (&c->equalised, c->equalised.hd);
}

float *
chain_room (struct chain *c)
{
  forget_the_past (c);
  return element (&c->frames, c->frames.hd);
}

const struct stereo *
chain_run (struct chain *c, int64_t n, int64_t *tl, int64_t *hd)
{
  c->frames.hd += n;
  *tl = c->equalised.hd;
  front (c);
  left_minus_right (c);
  left_and_right (c);
  *hd = c->equalised.hd;
  return (const struct stereo *) element (&c->equalised, *tl);
}
