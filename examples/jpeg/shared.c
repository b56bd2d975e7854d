/* SPDX-License-Identifier: MIT */
/* shared.c - rows shared by workers, with Erbium.
 *
 *                            +--> worker 0 --+       +--> worker 0 --+
 *   entropy --(blocks)------>+               +--(samples)            +--(pixels)--> writer
 *                            +--> worker 1 --+       +--> worker 1 --+
 *
 * Where the file has restart markers there is no entropy process: workers then decode
 * restart intervals each by itself (intervals.c), and all but the writing is shared.
 * A worker claims the next row, and transforms it into the record of samples.  Then it claims the
 * next row of pixels and computes it: for this it also reads the samples of the rows above and
 * below, which other workers have written into the same record.  Nothing is copied.
 *
 * A worker claims LEAD rows of samples before its first row of pixels, and then one for each row of
 * pixels.  So the samples that a row of pixels needs have always been claimed, and with a lead of
 * two a worker seldom waits for a slower one.  The horizons hold the rows between the two: those of the
 * lead, those in work, and two more of samples.  Blocks are released before the worker waits for
 * more.
 */
#include <stdlib.h>

#include "erbium/ranks.h"
#include "jpeg.h"

enum
{
  LEAD = 2,               /* turns */
  MOST_ROWS = 16          /* of a restart interval: each worker has as many in the record */
};

struct tally { long warned[WARNINGS]; };

/* What all processes of a run know, and none changes. */
struct plan
{
  struct decoder *d;
  struct intervals intervals;   /* at: NULL where the entropy process decodes */
  int workers, rows;            /* rows that a worker takes at a time */
  int decoders;                 /* processes that decode, and tell of damage */
  long row_samples, row_blocks, row_pixels, pixels;
};

struct records
{
  record struct block blocks;
  record uint8_t samples;
  record uint8_t pixels;
  record struct tally tallies;
};

/* Element `place` of the tallies; the others are left to the other decoders. */
static void
report (const struct plan *p, record struct tally tallies, int place, const struct scan *s)
{
  view struct tally v = new_write_view (tallies);
  register (v, place + 1);
  alloc (v, p->decoders);
  stall (v, place + 1);
  for (int k = 0; k < WARNINGS; k++)
    v[[place]].warned[k] = s->warned[k];
  commit (v, p->decoders);
}

process entropy (struct plan p, struct records r)
{
  view struct block v = new_write_view (r.blocks);
  register (v, 1);
  alloc (v, (4 * p.workers + 4) * p.row_blocks);
  for (long row = 0; row < p.d->frame.rows; row++)
    {
      stall (v, (row + 1) * p.row_blocks);
      next_row (p.d, &v[[row * p.row_blocks]]);
      commit (v, (row + 1) * p.row_blocks);
    }
  report (&p, r.tallies, 0, &p.d->scan);
}

/* ---- A worker ------------------------------------------------------------ */

struct worker
{
  view struct block blocks;
  view uint8_t to_samples;
  view uint8_t samples;
  view uint8_t pixels;
  struct interval_decoder own;
  struct block *row;
  uint8_t *scratch;
};

static void
connect (struct worker *w, const struct plan *p, const struct records *r, int k)
{
  int round = p->workers * p->rows, edge = p->rows > 2 ? p->rows : 2;
  w->to_samples = new_write_view (r->samples);
  w->samples = new_read_view (r->samples);
  w->pixels = new_write_view (r->pixels);
  register (w->to_samples, k + 1);
  register (w->samples, k + 1);
  register (w->pixels, k + 1);
  alloc (w->to_samples, ((LEAD + 4) * round + edge) * p->row_samples);
  alloc (w->samples, (round + p->rows + 2) * p->row_samples);
  alloc (w->pixels, 3 * round * p->row_pixels);
  w->scratch = allocate (p->d, scratch_size (&p->d->frame));
  if (p->intervals.at)
    {
      w->own.scan = p->d->scan;
      w->own.scan.interval = 0;
      for (int n = 0; n < WARNINGS && k; n++)
        w->own.scan.warned[n] = 0; /* what the headers have counted, one worker tells */
      w->own.clean = allocate (p->d, p->d->size + PADDING);
      w->row = allocate (p->d, (size_t) p->row_blocks * sizeof *w->row);
      return;
    }
  w->blocks = new_read_view (r->blocks);
  register (w->blocks, k + 1);
  alloc (w->blocks, p->row_blocks);
}

static void
to_samples (struct worker *w, const struct plan *p, long row, const struct block *blocks)
{
  idct_row (&p->d->frame, &w->to_samples[[row * p->row_samples]], blocks);
  commit (w->to_samples, (row + 1) * p->row_samples);
}

/* What lies before a row is another worker's, or done. */
static void
take_row (struct worker *w, const struct plan *p, long row)
{
  commit (w->to_samples, row * p->row_samples);
  stall (w->to_samples, (row + 1) * p->row_samples);
  if (p->intervals.at)
    {
      decode_intervals (p->d, &p->intervals, &w->own, (int) row, w->row);
      to_samples (w, p, row, w->row);
      return;
    }
  release (w->blocks, row * p->row_blocks);
  if (update (w->blocks, (row + 1) * p->row_blocks) <= row * p->row_blocks)
    return;
  to_samples (w, p, row, &w->blocks[[row * p->row_blocks]]);
  release (w->blocks, (row + 1) * p->row_blocks);
}

static void
show_row (struct worker *w, const struct plan *p, long row)
{
  const struct frame *f = &p->d->frame;
  long first = row ? row - 1 : 0, last = row + 1 < f->rows ? row + 1 : row;
  long end = row * p->row_pixels + (long) lines_in (f, (int) row) * f->width * f->channels;
  release (w->samples, first * p->row_samples);
  commit (w->to_samples, (last + 1) * p->row_samples); /* others have claimed the missing rows */
  commit (w->pixels, row * p->row_pixels);
  if (update (w->samples, (last + 1) * p->row_samples) <= last * p->row_samples)
    return;
  stall (w->pixels, end);
  lines_of_row (f, (int) row, &w->samples[[first * p->row_samples]], &w->samples[[row * p->row_samples]],
                &w->samples[[last * p->row_samples]], &w->pixels[[row * p->row_pixels]], w->scratch);
  commit (w->pixels, end);
}

/* Processes the existing rows of a turn; returns false if it is the last turn, or a later one. */
static bool
rows_of (struct worker *w, const struct plan *p, long turn, void (*work) (struct worker *, const struct plan *, long))
{
  long from = turn * p->rows, end = from + p->rows < p->d->frame.rows ? from + p->rows : p->d->frame.rows;
  for (long row = from; row < end; row++)
    work (w, p, row);
  return from + p->rows < p->d->frame.rows;
}

/* Claims the samples of the next turn; commits past all of them if there are no more turns. */
static void
take_turn (struct worker *w, const struct plan *p)
{
  long length = p->rows * p->row_samples, turn = claim (w->to_samples, length) / length;
  if (!rows_of (w, p, turn, take_row))
    commit (w->to_samples, p->d->frame.rows * p->row_samples);
}

/* Claims the pixels of the next turn; returns false if there are no more turns. */
static bool
show_turn (struct worker *w, const struct plan *p)
{
  long length = p->rows * p->row_pixels, turn = claim (w->pixels, length) / length;
  return rows_of (w, p, turn, show_row);
}

process worker (int k, struct plan p, struct records r)
{
  struct worker w = { 0 };
  connect (&w, &p, &r, k);
  for (int n = 0; n < LEAD; n++)
    take_turn (&w, &p);
  do
    take_turn (&w, &p);
  while (show_turn (&w, &p));
  commit (w.to_samples, p.d->frame.rows * p.row_samples); /* others have claimed the rest */
  commit (w.pixels, p.pixels);
  free (w.own.clean);
  free (w.row);
  free (w.scratch);
  if (p.intervals.at)
    report (&p, r.tallies, k, &w.own.scan);
}

/* ---- The writer ------------------------------------------------------------ */

process write_pixels (struct plan p, record uint8_t pixels, struct output *o)
{
  view uint8_t v = new_read_view (pixels);
  register (v, 1);
  alloc (v, p.row_pixels);
  for (long i = 0, end; (end = update (v, i + p.row_pixels)) > i; i = end)
    {
      write_output (o, &v[[i]], (size_t) (end - i));
      release (v, end);
    }
}

/* ---- The caller ------------------------------------------------------------ */

/* A file's damage has been counted where it was met. */
static void
collect (const struct plan *p, view struct tally v)
{
  if (update (v, p->decoders) < p->decoders)
    fail (p->d, "a decoder ended before its work");
  for (int k = 0; k < WARNINGS; k++)
    p->d->scan.warned[k] = 0;
  for (int place = 0; place < p->decoders; place++)
    for (int k = 0; k < WARNINGS; k++)
      p->d->scan.warned[k] += v[[place]].warned[k];
}

/* As ranks of an MPI job (ERBIUM_TASK=rank), workers are on one rank anyway, since they write into
 * one record, and the decoder, which they look at, is there. */
static void
place_all (void)
{
  static const char *const all[] = { "entropy", "worker", "write_pixels" };
  for (unsigned k = 0; k < sizeof all / sizeof *all; k++)
    erbium_place (all[k], 0);
}

void
run_shared (struct decoder *d, struct output *o, const struct how *h)
{
  const struct frame *f = &d->frame;
  struct plan p = { .d = d, .workers = h->workers, .rows = 1, .decoders = 1, .row_samples = (long) f->row_samples,
                    .row_blocks = f->row_blocks, .row_pixels = (long) f->width * f->channels * f->lines,
                    .pixels = (long) f->width * f->channels * f->height };
  struct records r = { .samples = new_record (p.workers, p.workers), .pixels = new_record (p.workers, 1) };
  if (find_intervals (d, &p.intervals, MOST_ROWS))
    p.rows = p.intervals.rows, p.decoders = p.workers;
  else
    r.blocks = new_record (1, p.workers);
  r.tallies = new_record (p.decoders, 1);
  place_all ();
  if (r.blocks)
    run entropy (p, r);
  for (int k = 0; k < p.workers; k++)
    run worker (k, p, r);
  view struct tally tallies = new_read_view (r.tallies);
  register (tallies, 1); /* before the pixels: decoders wait for it, and end after it */
  alloc (tallies, p.decoders);
  erbium_process writer = run write_pixels (p, r.pixels, o);
  collect (&p, tallies);
  join (writer);
  free (p.intervals.at);
}
