/* SPDX-License-Identifier: MIT */
/* intervals.c - restart intervals that can be decoded each by itself.
 *
 * All that a decoder knows is new at a restart (T.81, F.1.1.5.1), so the markers cut a
 * scan into pieces for whoever is free.  Where a marker is missing, or comes out of
 * turn, the pieces do depend on each other (segment.c), and the scan is decoded in one.
 */
#include <stdlib.h>
#include <string.h>

#include "jpeg.h"

enum { RST0 = 0xd0, RST7 = 0xd7 };

/* The next marker at or behind `at`; the offset behind it. */
static size_t
find_marker (const struct decoder *d, size_t at, int *marker)
{
  const uint8_t *p = d->bytes + at;
  for (;; p++)
    {
      p = memchr (p, 0xff, (size_t) (d->bytes + d->size + SENTINEL - p));
      while (*p == 0xff)
        p++;
      if (*p)
        break;
    }
  *marker = *p;
  return (size_t) (p + 1 - d->bytes);
}

/* Notes where each of `count` intervals begins; false where a marker is not in turn.
 * Leaves the decoder at the picture's end. */
static bool
note (struct decoder *d, struct intervals *i, long count)
{
  int marker = 0;
  size_t at = d->scan_at;
  for (long k = 1; k <= count; k++)
    {
      at = find_marker (d, at, &marker);
      if (k == count)
        break;
      if (marker != RST0 + (k - 1) % 8)
        return false;
      i->at[k] = at;
    }
  if (marker >= RST0 && marker <= RST7)
    return false;
  d->at = at;
  d->marker = marker;
  end_picture (d);
  return true;
}

bool
find_intervals (struct decoder *d, struct intervals *i, int rows)
{
  const struct frame *f = &d->frame;
  int length = d->scan.interval;
  if (!length || length > (long) rows * f->mcus || d->whole[0] || (f->mcus % length && length % f->mcus))
    return false;
  i->rows = length > f->mcus ? length / f->mcus : 1;
  i->of_row = length < f->mcus ? f->mcus / length : 1;
  long count = (f->rows + i->rows - 1) / i->rows * (long) i->of_row;
  i->at = allocate (d, (size_t) count * sizeof *i->at);
  i->at[0] = d->scan_at;
  if (note (d, i, count))
    return true;
  free (i->at);
  i->at = NULL;
  return false;
}

void
decode_intervals (struct decoder *d, const struct intervals *i, struct interval_decoder *own, int row, struct block *to)
{
  const struct frame *f = &d->frame;
  int length = i->of_row > 1 ? f->mcus / i->of_row : f->mcus;
  struct place places[MAX_COMPONENTS];
  places_of_row (f, to, places);
  for (int k = 0; k < i->of_row; k++)
    {
      if (row % i->rows == 0)
        {
          read_segment (d, i->at[row / i->rows * (long) i->of_row + k], &own->scan, own->clean);
          own->scan.starved = false;
          reset_predictions (&own->scan);
        }
      decode_mcus (d, &own->scan, length, places, natural);
      if ((row + 1) % i->rows == 0 || row + 1 == f->rows)
        end_segment (&own->scan);
      for (int n = 0; n < f->components; n++)
        places[n].to += length * places[n].mcu_step;
    }
}
