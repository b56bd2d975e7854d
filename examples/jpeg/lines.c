/* SPDX-License-Identifier: MIT */
/* lines.c - a line of pixels from the samples of a row and its neighbours. */
#include <string.h>

#include "jpeg.h"

/* Above the first and below the last line of samples there is that line again. */
struct near_lines
lines_near (const struct component *c, int y)
{
  int line = y / c->repeat_v, lower = y % c->repeat_v, far = line;
  if (c->upsampling == FANCY_H1V2 || c->upsampling == FANCY_H2V2)
    far = lower ? line + 1 : line - 1;
  if (far < 0 || far >= c->height)
    far = line;
  return (struct near_lines) { line, far, lower };
}

void
upsample (const struct component *c, uint8_t *restrict to, const uint8_t *near, const uint8_t *far, int lower,
          struct piece p)
{
  if (c->upsampling == FANCY_H2V1)
    fancy_h2v1 (to, near, p);
  else if (c->upsampling == FANCY_H1V2)
    fancy_h1v2 (to, near, far, p, lower);
  else if (c->upsampling == FANCY_H2V2)
    fancy_h2v2 (to, near, far, p);
  else
    repeat_samples (to, near, p, c->repeat_h);
}

void
to_lines (uint8_t *restrict to, size_t stride, const uint8_t *restrict block)
{
  for (int y = 0; y < EDGE; y++)
    memcpy (to + (size_t) y * stride, block + y * EDGE, EDGE);
}

static size_t
scratch_line (const struct frame *f)
{
  return (size_t) f->mcus * (size_t) f->h * EDGE + 64;
}

size_t
scratch_size (const struct frame *f)
{
  return MAX_COMPONENTS * scratch_line (f);
}

int
lines_in (const struct frame *f, int row)
{
  int left = f->height - row * f->lines;
  return left < f->lines ? left : f->lines;
}

/* A component's line, which is in this row or in a neighbour. */
static const uint8_t *
line_at (const struct component *c, int line, int row, const uint8_t *above, const uint8_t *samples,
         const uint8_t *below)
{
  int lines = c->v * EDGE, of = line / lines;
  const uint8_t *base = of < row ? above : of > row ? below : samples;
  return base + c->samples_at + (size_t) (line % lines) * c->stride;
}

void
lines_of_row (const struct frame *f, int row, const uint8_t *above, const uint8_t *samples, const uint8_t *below,
              uint8_t *to, uint8_t *scratch)
{
  for (int k = 0; k < lines_in (f, row); k++, to += (size_t) f->width * (size_t) f->channels)
    {
      const uint8_t *line[MAX_COMPONENTS] = { NULL };
      for (int n = 0; n < f->components; n++)
        {
          const struct component *c = &f->component[n];
          struct near_lines at = lines_near (c, row * f->lines + k);
          uint8_t *wide = scratch + (size_t) n * scratch_line (f);
          line[n] = line_at (c, at.near, row, above, samples, below);
          if (c->repeat_h * c->repeat_v == 1)
            continue;
          upsample (c, wide, line[n], line_at (c, at.far, row, above, samples, below), at.lower,
                    (struct piece) { c->width, true, true });
          line[n] = wide;
        }
      to_pixels (f, to, line, f->width);
    }
}
