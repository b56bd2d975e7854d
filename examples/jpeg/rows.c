/* SPDX-License-Identifier: MIT */
/* rows.c - a picture's blocks row by row, whatever kind it is of.
 *
 * The blocks of a sequential picture of one scan are decoded as they are asked for.
 * Others are decoded whole, before, and copied from there.
 */
#include <string.h>

#include "jpeg.h"

static bool
one_scan (const struct decoder *d)
{
  return !d->frame.progressive && d->scan.parts == d->frame.components;
}

void
prepare (struct decoder *d)
{
  if (one_scan (d))
    return;
  for (int n = 0; n < d->frame.components; n++)
    {
      const struct component *c = &d->frame.component[n];
      d->whole[n] = allocate (d, (size_t) c->columns * (size_t) c->v * (size_t) d->frame.rows * sizeof (struct block));
    }
  d->scan.over = true;
  do
    {
      if (d->frame.progressive)
        decode_progressive (d);
      else
        decode_whole_scan (d);
      end_segment (&d->scan);
    }
  while (read_headers (d, 0) && (start_scan (d), true));
  end_picture (d);
  if (d->frame.progressive)
    smooth (d);
}

static void
copy_mcu (const struct decoder *d, int m, const struct place to[MAX_COMPONENTS], const uint8_t *order)
{
  for (int n = 0; n < d->frame.components; n++)
    {
      const struct component *c = &d->frame.component[n];
      for (int y = 0; y < c->v; y++)
        for (int x = 0; x < c->h; x++)
          {
            const struct block *from = d->whole[n] + ((long) d->row * c->v + y) * c->columns
                                       + (long) (d->mcu + m) * c->h + x;
            struct block *at = &to[n].to[m * to[n].mcu_step + y * to[n].line_step + x];
            for (int k = 0; k < BLOCK; k++)
              at->c[order[k]] = from->c[natural[k]];
          }
    }
}

void
next_mcus (struct decoder *d, int n, const struct place to[MAX_COMPONENTS], const uint8_t *order)
{
  if (d->whole[0])
    for (int m = 0; m < n; m++)
      copy_mcu (d, m, to, order);
  else
    decode_mcus (d, &d->scan, n, to, order);
  d->mcu += n;
  if (d->mcu < d->frame.mcus)
    return;
  d->mcu = 0;
  if (++d->row < d->frame.rows || d->whole[0])
    return;
  end_segment (&d->scan);
  end_picture (d);
}

void
places_of_row (const struct frame *f, struct block *row, struct place to[MAX_COMPONENTS])
{
  for (int n = 0; n < f->components; n++)
    {
      const struct component *c = &f->component[n];
      to[n] = (struct place) { row + c->blocks_at, c->h, c->columns };
    }
}

void
next_row (struct decoder *d, struct block *to)
{
  struct place places[MAX_COMPONENTS];
  places_of_row (&d->frame, to, places);
  next_mcus (d, d->frame.mcus, places, natural);
}
