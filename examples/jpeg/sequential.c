/* SPDX-License-Identifier: MIT */
/* sequential.c - the picture row by row in one loop: what all other ways must equal.
 *
 * Blocks are transformed a few MCUs after they were decoded, while they are in the first
 * cache.  A row can be made pixels when the one below has samples.
 */
#include <stdlib.h>
#include <string.h>

#include "jpeg.h"

enum { CHUNK = 16 };       /* MCUs */
enum { MAX_BLOCKS = 16 };  /* of a component to the MCU: more than a scan of several may have */

static void
decode_chunk (struct decoder *d, int first, int n, struct block *blocks, uint8_t *samples)
{
  const struct frame *f = &d->frame;
  struct place to[MAX_COMPONENTS];
  for (int k = 0; k < f->components; k++, blocks += MAX_BLOCKS * CHUNK)
    to[k] = (struct place) { blocks, f->component[k].h, CHUNK * f->component[k].h };
  next_mcus (d, n, to, natural);
  for (int k = 0; k < f->components; k++)
    {
      const struct component *c = &f->component[k];
      for (int v = 0; v < c->v; v++)
        idct (samples + c->samples_at + (size_t) v * EDGE * c->stride + (size_t) (first * c->h) * EDGE, c->stride,
              to[k].to + v * to[k].line_step, n * c->h, c->quantiser);
    }
}

static void
decode_row (struct decoder *d, struct block *blocks, uint8_t *samples)
{
  int mcus = d->frame.mcus;
  for (int first = 0; first < mcus; first += CHUNK)
    decode_chunk (d, first, mcus - first < CHUNK ? mcus - first : CHUNK, blocks, samples);
}

void
run_sequential (struct decoder *d, struct output *o, const struct how *h)
{
  const struct frame *f = &d->frame;
  size_t line = (size_t) f->width * (size_t) f->channels;
  uint8_t *samples[3], *pixels = allocate (d, line * (size_t) f->lines), *scratch = allocate (d, scratch_size (f));
  struct block *blocks = aligned_alloc (64, MAX_COMPONENTS * MAX_BLOCKS * CHUNK * sizeof *blocks);
  (void) h;
  for (int k = 0; k < 3; k++)
    samples[k] = allocate (d, f->row_samples);
  for (int row = 0; row <= f->rows; row++)
    {
      if (row < f->rows)
        decode_row (d, blocks, samples[row % 3]);
      if (!row)
        continue;
      lines_of_row (f, row - 1, samples[(row + 1) % 3], samples[(row + 2) % 3], samples[row % 3], pixels, scratch);
      write_output (o, pixels, line * (size_t) lines_in (f, row - 1));
    }
  for (int k = 0; k < 3; k++)
    free (samples[k]);
  free (pixels);
  free (scratch);
  free (blocks);
}
