/* SPDX-License-Identifier: MIT */
/* omp.c - rows shared by OpenMP tasks: what shared.c is measured against.
 *
 * A task for each step of a row; `depend` names what a step reads and writes, in rings of
 * as many slots as keep all threads busy.
 */
#include <stdlib.h>

#include "jpeg.h"

struct slot { struct block *blocks; uint8_t *samples, *pixels, *scratch; struct interval_decoder own; };

static struct slot
new_slot (struct decoder *d, bool intervals)
{
  const struct frame *f = &d->frame;
  struct slot s = { allocate (d, (size_t) f->row_blocks * sizeof *s.blocks), allocate (d, f->row_samples),
                    allocate (d, (size_t) f->width * (size_t) f->channels * (size_t) f->lines),
                    allocate (d, scratch_size (f)), .own = { .scan = d->scan } };
  s.own.scan.interval = 0;
  for (int k = 0; k < WARNINGS; k++)
    s.own.scan.warned[k] = 0;
  if (intervals)
    s.own.clean = allocate (d, d->size + PADDING);
  return s;
}

static void
free_slot (struct decoder *d, struct slot *s)
{
  for (int k = 0; k < WARNINGS; k++)
    d->scan.warned[k] += s->own.scan.warned[k];
  free (s->blocks);
  free (s->samples);
  free (s->pixels);
  free (s->scratch);
  free (s->own.clean);
}

static void
write_row (struct decoder *d, struct output *o, int row, const uint8_t *pixels)
{
  const struct frame *f = &d->frame;
  write_output (o, pixels, (size_t) lines_in (f, row) * (size_t) f->width * (size_t) f->channels);
}

static void
spawn (struct decoder *d, struct output *o, struct slot *ring, int slots, const struct intervals *i)
{
  const struct frame *f = &d->frame;
  for (int row = 0; row <= f->rows; row++)
    {
      struct slot *s = &ring[row % slots], *before = &ring[(row + slots - 1) % slots],
                  *above = &ring[(row + slots - 2) % slots];
      if (row < f->rows && !i->at)
        {
#pragma omp task depend(inout: *d) depend(out: *s->blocks)
          next_row (d, s->blocks);
        }
      if (row < f->rows)
        {
#pragma omp task depend(inout: *s->blocks) depend(out: *s->samples)
          {
            if (i->at)
              decode_intervals (d, i, &s->own, row, s->blocks);
            idct_row (f, s->samples, s->blocks);
          }
        }
      if (row)
        {
#pragma omp task depend(in: *above->samples, *before->samples, *s->samples) depend(out: *before->pixels)
          lines_of_row (f, row - 1, above->samples, before->samples, s->samples, before->pixels, before->scratch);
#pragma omp task depend(in: *before->pixels) depend(inout: *o)
          write_row (d, o, row - 1, before->pixels);
        }
    }
}

void
run_omp (struct decoder *d, struct output *o, const struct how *h)
{
  struct intervals i = { NULL, 0, 0 };
  int slots = 4 * h->workers + 4;
  find_intervals (d, &i, 1);
  struct slot *ring = allocate (d, (size_t) slots * sizeof *ring);
  for (int k = 0; k < slots; k++)
    ring[k] = new_slot (d, i.at);
#pragma omp parallel num_threads(h->workers)
#pragma omp single
  spawn (d, o, ring, slots, &i);
  for (int k = 0; k < slots; k++)
    free_slot (d, &ring[k]);
  free (ring);
  free (i.at);
}
