/* SPDX-License-Identifier: MIT */
/* tasks.c - a task for each step of a component, with Erbium.
 *
 *                    predict  order  scale  columns  lines  raster
 *   source --(Y)-->     o  --> o  --> o  --> o  --->  o  --> o  --------------> colour --> writer
 *          --(Cb)->     o  --> o  --> o  --> o  --->  o  --> o  --> enlarge -->    |
 *          --(Cr)->     o  --> o  --> o  --> o  --->  o  --> o  --> enlarge -->    |
 *
 * 23 tasks for a picture with two components of fewer samples, as in Erbium's paper
 * (section 5.2), which names their number and not their bounds.  They exchange bursts of
 * coefficients or samples, 64 to the block.  A block's samples go to eight lines, out of
 * order: raster writes them where they belong in the record, and commits a row of lines
 * once it is whole.
 */
#include "tasks.h"

#include "erbium/ranks.h"

struct tally { long warned[WARNINGS]; };

typedef record int16_t coefficients;
typedef record uint8_t samples;
typedef view int16_t coefficient_view;
typedef view uint8_t sample_view;

struct streams { coefficients of[MAX_COMPONENTS]; };
struct planes { samples of[MAX_COMPONENTS]; };

static coefficient_view
write_to (coefficients r, long elements)
{
  coefficient_view v = new_write_view (r);
  register (v, 1);
  alloc (v, elements);
  return v;
}

static coefficient_view
read_from (coefficients r, long elements)
{
  coefficient_view v = new_read_view (r);
  register (v, 1);
  alloc (v, elements);
  return v;
}

static sample_view
write_samples_to (samples r, long elements)
{
  sample_view v = new_write_view (r);
  register (v, 1);
  alloc (v, elements);
  return v;
}

static sample_view
read_samples_from (samples r, long elements)
{
  sample_view v = new_read_view (r);
  register (v, 1);
  alloc (v, elements);
  return v;
}

/* ---- source ------------------------------------------------------------------ */

/* The first coefficient travels as its difference from the one before, as it stands in
 * the file, so that a restart, or a block that is missing, needs no word of its own. */
static void
difference (int16_t *c, long blocks, int16_t *last)
{
  for (; blocks; blocks--, c += BLOCK)
    {
      int16_t now = c[0];
      c[0] = (int16_t) (now - *last);
      *last = now;
    }
}

struct sender
{
  struct decoder *d;
  coefficient_view to[MAX_COMPONENTS];
  long at[MAX_COMPONENTS];
  int16_t last[MAX_COMPONENTS];
};

static void
send (struct sender *s, int mcus)
{
  const struct frame *f = &s->d->frame;
  struct place place[MAX_COMPONENTS];
  for (int n = 0; n < f->components; n++)
    stall (s->to[n], s->at[n] + coefficients_of (&f->component[n], mcus));
  for (int n = 0; n < f->components; n++)
    {
      const struct component *c = &f->component[n];
      place[n] = (struct place) { (struct block *) &s->to[n][[s->at[n]]], c->h * c->v, c->h };
    }
  next_mcus (s->d, mcus, place, zigzag);
  for (int n = 0; n < f->components; n++)
    {
      long end = s->at[n] + coefficients_of (&f->component[n], mcus);
      difference (&s->to[n][[s->at[n]]], (end - s->at[n]) / BLOCK, &s->last[n]);
      commit (s->to[n], end);
      s->at[n] = end;
    }
}

process source (struct decoder *d, long burst, struct streams to, record struct tally tallies)
{
  const struct frame *f = &d->frame;
  struct sender s = { .d = d };
  int most = mcus_at_once (f, burst);
  for (int n = 0; n < f->components; n++)
    s.to[n] = write_to (to.of[n], task_of (f, &f->component[n], burst).horizon);
  for (int row = 0; row < f->rows; row++)
    for (int m = 0; m < f->mcus; m += most)
      send (&s, f->mcus - m < most ? f->mcus - m : most);
  view struct tally t = new_write_view (tallies);
  register (t, 1);
  alloc (t, 1);
  stall (t, 1);
  for (int k = 0; k < WARNINGS; k++)
    t[[0]].warned[k] = d->scan.warned[k];
  commit (t, 1);
}

/* ---- From coefficients to coefficients ----------------------------------------- */

process predict (struct task t, coefficients from, coefficients to)
{
  coefficient_view r = read_from (from, t.burst), w = write_to (to, t.horizon);
  int16_t sum = 0;
  for (long i = 0, end; (end = taken (&t, i, update (r, i + t.burst))) > i; i = end)
    {
      stall (w, end);
      predict_blocks (&w[[i]], &r[[i]], (int) (end - i) / BLOCK, &sum);
      commit (w, end);
      release (r, end);
    }
}

process order (struct task t, coefficients from, coefficients to)
{
  coefficient_view r = read_from (from, t.burst), w = write_to (to, t.horizon);
  for (long i = 0, end; (end = taken (&t, i, update (r, i + t.burst))) > i; i = end)
    {
      stall (w, end);
      order_blocks (&w[[i]], &r[[i]], (int) (end - i) / BLOCK);
      commit (w, end);
      release (r, end);
    }
}

process scale (struct task t, coefficients from, coefficients to)
{
  coefficient_view r = read_from (from, t.burst), w = write_to (to, t.horizon);
  for (long i = 0, end; (end = taken (&t, i, update (r, i + t.burst))) > i; i = end)
    {
      stall (w, end);
      scale_blocks (&w[[i]], &r[[i]], (int) (end - i) / BLOCK, t.component->quantiser);
      commit (w, end);
      release (r, end);
    }
}

process columns (struct task t, coefficients from, coefficients to)
{
  coefficient_view r = read_from (from, t.burst), w = write_to (to, t.horizon);
  for (long i = 0, end; (end = taken (&t, i, update (r, i + t.burst))) > i; i = end)
    {
      stall (w, end);
      column_blocks (&w[[i]], &r[[i]], (int) (end - i) / BLOCK);
      commit (w, end);
      release (r, end);
    }
}

/* ---- Samples -------------------------------------------------------------------- */

process lines (struct task t, coefficients from, samples to)
{
  coefficient_view r = read_from (from, t.burst);
  sample_view w = write_samples_to (to, t.horizon);
  for (long i = 0, end; (end = taken (&t, i, update (r, i + t.burst))) > i; i = end)
    {
      stall (w, end);
      row_blocks (&w[[i]], &r[[i]], (int) (end - i) / BLOCK);
      commit (w, end);
      release (r, end);
    }
}

/* The block behind p, in the order of the scan: along an MCU's lines, then to the next MCU. */
struct corner { long mcu, x, y; };

static inline struct corner
next_corner (struct corner p, const struct component *c)
{
  if ((p.x += EDGE) < p.mcu + c->h * EDGE)
    return p;
  if ((p.y += EDGE) < c->v * EDGE)
    return (struct corner) { p.mcu, p.mcu, p.y };
  return (struct corner) { p.x, p.x, 0 };
}

process raster (struct task t, samples from, samples to)
{
  const struct component *c = t.component;
  const long stride = (long) c->stride, row = stride * EDGE * c->v;
  sample_view r = read_samples_from (from, t.burst), w = write_samples_to (to, rows_of_lines (&t, row) * row);
  struct corner p = { 0, 0, 0 };
  long begin = 0;
  stall (w, row);
  for (long i = 0, end; (end = taken (&t, i, update (r, i + t.burst))) > i; i = end)
    {
      for (long k = i; k < end; k += BLOCK)
        {
          to_lines (&w[[begin + p.y * stride + p.x]], c->stride, &r[[k]]);
          p = next_corner (p, c);
          if (p.mcu < stride)
            continue;
          commit (w, begin += row);
          stall (w, begin + row);
          p = (struct corner) { 0, 0, 0 };
        }
      release (r, end);
    }
}

process enlarge (struct task t, samples from, samples to)
{
  const struct component *c = t.component;
  long stride = (long) c->stride, wide = stride * c->repeat_h;
  long burst = t.burst / c->repeat_h;
  sample_view r = read_samples_from (from, 2 * stride * EDGE * c->v),
              w = write_samples_to (to, 4 * wide);
  for (long y = 0; y < t.frame->height; y++)
    {
      struct near_lines at = lines_near (c, (int) y);
      long first = at.far < at.near ? at.far : at.near, last = at.far > at.near ? at.far : at.near;
      release (r, first * stride);
      if (update (r, (last + 1) * stride) <= last * stride)
        return;
      for (long x = 0; x < c->width; x += burst)
        {
          bool whole = c->width - x <= burst;
          long n = whole ? c->width - x : burst, i = y * wide + x * c->repeat_h;
          stall (w, i + n * c->repeat_h);
          upsample (c, &w[[i]], &r[[at.near * stride + x]], &r[[at.far * stride + x]], at.lower,
                    (struct piece) { (int) n, x == 0, whole });
          commit (w, whole ? (y + 1) * wide : i + n * c->repeat_h);
        }
    }
}

process colour (struct task t, struct planes from, samples to)
{
  const struct frame *f = t.frame;
  long stride = (long) f->mcus * f->h * EDGE, line = (long) f->width * f->channels;
  sample_view r[MAX_COMPONENTS], w = write_samples_to (to, WRITTEN_AT_ONCE + pixels_at_once (f, t.burst));
  for (int n = 0; n < f->components; n++)
    r[n] = read_samples_from (from.of[n], t.burst);
  for (long y = 0; y < f->height; y++)
    for (long x = 0, n; x < f->width; x += n)
      {
        const uint8_t *plane[MAX_COMPONENTS] = { NULL };
        long i = y * stride + x, o = y * line + x * f->channels;
        n = f->width - x < t.burst ? f->width - x : t.burst;
        stall (w, o + n * f->channels);
        for (int k = 0; k < f->components; k++)
          update (r[k], i + n);
        for (int k = 0; k < f->components; k++)
          plane[k] = &r[k][[i]];
        to_pixels (f, &w[[o]], plane, (int) n);
        commit (w, o + n * f->channels);
        for (int k = 0; k < f->components; k++)
          release (r[k], x + n == f->width ? (y + 1) * stride : i + n);
      }
}

/* ---- The network ------------------------------------------------------------------ */

/* The six or seven tasks of a component; what comes out of them. */
static samples
run_component (struct task t, coefficients from)
{
  samples blocks = new_record (1, 1), component_lines = new_record (1, 1), pixels;
  coefficients predicted = new_record (1, 1), ordered = new_record (1, 1), scaled = new_record (1, 1),
               transformed = new_record (1, 1);
  run predict (t, from, predicted);
  run order (t, predicted, ordered);
  run scale (t, ordered, scaled);
  run columns (t, scaled, transformed);
  run lines (t, transformed, blocks);
  run raster (t, blocks, component_lines);
  if (t.component->repeat_h * t.component->repeat_v == 1)
    return component_lines;
  pixels = new_record (1, 1);
  run enlarge (t, component_lines, pixels);
  return pixels;
}

process writer (samples pixels, struct output *o, long at_once)
{
  /* With the write horizon this is two times what is written. */
  sample_view v = read_samples_from (pixels, at_once < WRITTEN_AT_ONCE ? WRITTEN_AT_ONCE - at_once : 1);
  for (long i = 0, end; (end = update (v, i + WRITTEN_AT_ONCE)) > i; i = end)
    {
      write_output (o, &v[[i]], (size_t) (end - i));
      release (v, end);
    }
}

/* As ranks of an MPI job (ERBIUM_TASK=rank), tasks have copies of the frame, and those with a file
 * stay where it is open. */
static void
carry_frame (const struct frame *f)
{
  erbium_carry (f, sizeof *f, ERBIUM_PLAIN);
  erbium_place ("source", 0);
  erbium_place ("writer", 0);
}

void
run_tasks (struct decoder *d, struct output *o, const struct how *h)
{
  struct task t = { &d->frame, NULL, h->burst, 0 };
  struct streams streams;
  struct planes planes;
  samples pixels = new_record (1, 1);
  record struct tally tallies = new_record (1, 1);
  for (int n = 0; n < d->frame.components; n++)
    streams.of[n] = new_record (1, 1);
  carry_frame (&d->frame);
  run source (d, h->burst, streams, tallies);
  for (int n = 0; n < d->frame.components; n++)
    {
      planes.of[n] = run_component (task_of (&d->frame, &d->frame.component[n], h->burst), streams.of[n]);
    }
  run colour (t, planes, pixels);
  erbium_process last = run writer (pixels, o, pixels_at_once (&d->frame, h->burst));
  view struct tally v = new_read_view (tallies);
  register (v, 1);
  alloc (v, 1);
  if (!update (v, 1))
    fail (d, "the source ended before its work");
  for (int k = 0; k < WARNINGS; k++)
    d->scan.warned[k] = v[[0]].warned[k];
  join (last);
}
