/* SPDX-License-Identifier: MIT */
/* original.c - the receiver in the style of the program that Erbium's paper began with.
 *
 * A sample at a time goes through all filters.  Each has its own window, a ring with
 * a modulo in the inner loop, floats in and out and taps of double precision (the
 * FFD of figure 7).  It is built as the paper's baseline was, -O2 without the
 * vectoriser, and does what the others do; its sound differs from theirs by
 * rounding.  A peer for the benchmark, and an opinion on the others' arithmetic.
 */
#include <math.h>
#include <stdlib.h>

#include "fmradio.h"

const char receiver_name[] = "original style";

struct ring
{
  struct stage s;
  double *tap;
  float *history;
  int taps, next;
  int64_t inputs, results;
};

/* Of every `step`-th tap: those of frames stand twice. */
static struct ring
ring_of (const struct filter *f, int step)
{
  int taps = (int) f->s.taps, all = taps * (int) f->s.up;
  struct ring g = { .s = f->s, .taps = taps, .tap = malloc ((size_t) all * sizeof (double)),
                    .history = calloc ((size_t) taps, sizeof (float)) };
  if (!g.tap || !g.history)
    abort ();
  for (int k = 0; k < all; k++)
    g.tap[k] = f->tap[k * step];
  g.s.skip = 0; /* samples come late enough */
  return g;
}

static void
ring_free (struct ring *g)
{
  free (g->tap);
  free (g->history);
}

static void
push (struct ring *g, float x)
{
  g->history[g->next] = x;
  g->next = (g->next + 1) % g->taps;
  g->inputs++;
}

static int
ready (const struct ring *g)
{
  return results_of (&g->s, g->inputs) > g->results;
}

static float
result (struct ring *g)
{
  const double *tap = g->tap + g->results++ * g->s.down % g->s.up * g->taps;
  double sum = 0;
  for (int i = 0; i < g->taps; i++)
    sum += g->history[(g->next + i) % g->taps] * tap[i];
  return (float) sum;
}

/* ---- The receiver ------------------------------------------------------- */

struct receiver
{
  const struct radio *radio;
  struct ring i, q, cosine, sine, sum, difference, left, right;
  float before_i, before_q;
  int64_t frames;
  struct sound *out;
};

static void
take_sound (struct receiver *v, float sum, float difference)
{
  push (&v->left, sum + difference);
  push (&v->right, sum - difference);
  if (ready (&v->left))
    {
      struct stereo x;
      x.left = result (&v->left);
      x.right = result (&v->right);
      sound_write (v->out, &x, 1);
    }
}

static float
side_of (const struct receiver *v, float mpx, double c, double s)
{
  double power = c * c + s * s, fade = fmin (fmax (2500 * power - 1, 0), 1);
  return v->radio->mono ? 0 : (float) (2 * fade * (2 * c * s / (power + 1e-30)) * mpx);
}

static void
take_mpx (struct receiver *v, float mpx)
{
  push (&v->cosine, mpx);
  push (&v->sine, mpx);
  if (!ready (&v->cosine))
    return;
  float middle = v->cosine.history[(v->cosine.next + v->radio->side.skip) % v->cosine.taps];
  double c = result (&v->cosine), s = result (&v->sine);
  push (&v->sum, middle);
  push (&v->difference, side_of (v, middle, c, s));
  if (ready (&v->sum))
    {
      float sum = result (&v->sum);
      take_sound (v, sum, result (&v->difference));
    }
}

static void
take_frame (struct receiver *v, float i, float q)
{
  push (&v->i, i);
  push (&v->q, q);
  if (!ready (&v->i))
    return;
  i = result (&v->i);
  q = result (&v->q);
  double turned = atan2 (v->before_i * q - v->before_q * i, v->before_i * i + v->before_q * q);
  if (v->frames++)
    take_mpx (v, (float) (v->radio->turn * turned));
  v->before_i = i;
  v->before_q = q;
}

void
receive (const struct radio *r, struct capture *in, struct sound *out, int workers)
{
  struct receiver v = { .radio = r, .out = out, .i = ring_of (&r->channel, 2),
                        .q = ring_of (&r->channel, 2), .cosine = ring_of (&r->pilot_cos, 1),
                        .sine = ring_of (&r->pilot_sin, 1), .sum = ring_of (&r->sum, 1),
                        .difference = ring_of (&r->difference, 1),
                        .left = ring_of (&r->equaliser, 1), .right = ring_of (&r->equaliser, 1) };
  struct ring *all[] = { &v.i, &v.q, &v.cosine, &v.sine, &v.sum, &v.difference, &v.left, &v.right };
  unsigned char raw[8 * BLOCK];
  float frame[2 * BLOCK];
  int64_t n;
  (void) workers;
  do
    {
      n = capture_read (in, raw, BLOCK);
      frames_to_float (in->format, frame, raw, n);
      for (int64_t k = 0; k < n; k++)
        take_frame (&v, frame[2 * k], frame[2 * k + 1]);
    }
  while (n == BLOCK);
  for (unsigned k = 0; k < sizeof all / sizeof *all; k++)
    ring_free (all[k]);
}
