/* SPDX-License-Identifier: MIT */
/* smooth.c - estimates of coefficients that the scans of a progressive picture have not told.
 *
 * Where a picture ends before its low coefficients are known to the last bit, because its
 * scans are no more than that or because the file is cut short, blocks would show.  What
 * a smooth surface through the mean values of a block and its neighbours has of the first
 * nine is put where a coefficient is 0 and may be more (after T.81, K.8).  Which weights,
 * and which neighbours at the picture's edges, follow libjpeg-turbo 2.1, so that pixels are
 * the same; older versions know five coefficients and the nearest neighbours only.
 *
 * Mean values are those that were decoded: they are kept aside while blocks change.
 */
#include <stdlib.h>

#include "jpeg.h"

enum { AROUND = 2, WINDOW = 2 * AROUND + 1 };

/* Weights of the mean values, the block's own in the middle.  Turned, with lines for columns, they
 * are those of the coefficient that lies across the diagonal. */
typedef int16_t weights[WINDOW * WINDOW];

/* Where nothing is known of the first nine: the mean value changes, too. */
static const weights alone_0 = { -2, -6, -8, -6, -2, -6, 6, 42, 6, -6, -8, 42, 152, 42, -8,
                                 -6, 6, 42, 6, -6, -2, -6, -8, -6, -2 };
static const weights alone_1 = { -1, -1, 0, 1, 1, -3, 13, 0, -13, 3, -3, 38, 0, -38, 3,
                                 -3, 13, 0, -13, 3, -1, -1, 0, 1, 1 };
static const weights alone_2 = { 0, 0, 0, 0, 0, 0, 2, -5, 2, 0, 1, 7, -14, 7, 1, 0, 2, -5, 2, 0, 0, 0, 0, 0, 0 };
static const weights alone_3 = { 0, 0, 0, 0, 0, 0, 1, 0, -1, 0, 0, 2, 0, -2, 0, 0, 1, 0, -1, 0, 0, 0, 0, 0, 0 };
static const weights alone_11 = { -1, 0, 0, 0, 1, 0, 9, 0, -9, 0, 0, 0, 0, 0, 0, 0, -9, 0, 9, 0, 1, 0, 0, 0, -1 };
static const weights alone_12 = { 0, 0, 0, 0, 0, 0, 1, -3, 1, 0, 0, 0, 0, 0, 0, 0, -1, 3, -1, 0, 0, 0, 0, 0, 0 };

/* Where something is. */
static const weights aided_1 = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -7, 50, 0, -50, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 };
static const weights aided_2 = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 13, -24, 13, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 };
static const weights aided_11 = { 0, -1, 0, 1, 0, -1, 10, 0, -10, 1, 0, 0, 0, 0, 0, 1, -10, 0, 10, -1, 0, 1, 0, -1, 0 };

/* By the place in zigzag order. */
static const struct { const int16_t *alone, *aided; bool turned; } estimates[ESTIMATED] = {
  { alone_0, NULL, false }, { alone_1, aided_1, false }, { alone_1, aided_1, true }, { alone_2, aided_2, true },
  { alone_11, aided_11, false }, { alone_2, aided_2, false }, { alone_3, NULL, false }, { alone_12, NULL, false },
  { alone_12, NULL, true }, { alone_3, NULL, true }
};

/* A component's mean values, with columns beside them as far as windows reach. */
struct means { int16_t *of; size_t stride; int width, height; };

/* At the right edge the last column goes on; of two columns it is the first. */
static void
fill_line (int16_t *to, const struct block *from, int width)
{
  for (int x = -AROUND; x < width + AROUND; x++)
    {
      int column = x < 0 ? 0 : x < width ? x : width == 2 ? 0 : width - 1;
      to[AROUND + x] = from[column].c[0];
    }
}

static struct means
means_of (const struct decoder *d, int n)
{
  const struct component *c = &d->frame.component[n];
  struct means m = { NULL, 0, (c->width + EDGE - 1) / EDGE, (c->height + EDGE - 1) / EDGE };
  m.stride = (size_t) m.width + 2 * AROUND;
  m.of = allocate (d, m.stride * (size_t) m.height * sizeof *m.of);
  for (int y = 0; y < m.height; y++)
    fill_line (m.of + (size_t) y * m.stride, d->whole[n] + (long) y * c->columns, m.width);
  return m;
}

/* The lines of a window around line y; v: lines of a row of MCUs.  At the picture's edges the last
 * line goes on.  Of the line next but one libjpeg-turbo knows only from the third line of a row, or in
 * the third row, on, and below likewise: else it takes the next one twice. */
static void
lines_around (const struct means *m, int v, int y, const int16_t *line[WINDOW])
{
  int row = y / v, last = (m->height - 1) / v, in_row = y % v;
  int lines = row < last || m->height % v == 0 ? v : m->height % v;
  int above = in_row > 0 || row > 0 ? y - 1 : y, below = in_row < lines - 1 || row < last ? y + 1 : y;
  const int at[WINDOW] = { in_row > 1 || row > 1 ? y - 2 : above, above, y, below,
                           in_row < lines - 2 || row + 1 < last ? y + 2 : below };
  for (int k = 0; k < WINDOW; k++)
    line[k] = m->of + (size_t) at[k] * m->stride;
}

static int
weigh (const int16_t *w, const int16_t *values)
{
  int sum = 0;
  for (int k = 0; k < WINDOW * WINDOW; k++)
    sum += w[k] * values[k];
  return sum;
}

/* Weights are in 256ths; half is rounded away from 0.  bits: how many of the coefficient are not known,
 * which the estimate must not say otherwise of; -1: all. */
static int16_t
estimate (int sum, int mean_step, int step, int bits)
{
  long wanted = (long) mean_step * sum, size = wanted < 0 ? -wanted : wanted;
  int value = (int) ((((long) step << 7) + size) / ((long) step << 8));
  if (bits > 0 && value >= 1 << bits)
    value = (1 << bits) - 1;
  return (int16_t) (wanted < 0 ? 0u - (unsigned) value : (unsigned) value);
}

/* known: by the place, as in the decoder's `progress`. */
static void
smooth_block (int16_t *c, const uint16_t *quantiser, const int8_t *known, bool alone,
              const int16_t straight[WINDOW * WINDOW], const int16_t turned[WINDOW * WINDOW])
{
  for (int k = 1; k < ESTIMATED; k++)
    {
      const int16_t *w = alone ? estimates[k].alone : estimates[k].aided;
      int at = natural[k];
      if (w && known[k] != 0 && c[at] == 0)
        c[at] = estimate (weigh (w, estimates[k].turned ? turned : straight), quantiser[0], quantiser[at], known[k]);
    }
  if (alone)
    c[0] = estimate (weigh (alone_0, straight), quantiser[0], quantiser[0], 0);
}

static bool
nothing_known (const int8_t *known)
{
  for (int k = 1; k < ESTIMATED; k++)
    if (known[k] != -1)
      return false;
  return true;
}

static void
smooth_line (const struct component *c, struct block *blocks, const int8_t *known, const int16_t *const line[WINDOW],
             int width)
{
  bool alone = nothing_known (known);
  for (int x = 0; x < width; x++)
    {
      int16_t straight[WINDOW * WINDOW], turned[WINDOW * WINDOW];
      for (int v = 0; v < WINDOW; v++)
        for (int h = 0; h < WINDOW; h++)
          straight[v * WINDOW + h] = turned[h * WINDOW + v] = line[v][x + h];
      smooth_block (blocks[x].c, c->quantiser, known, alone, straight, turned);
    }
}

/* Of rows that the last scan did not reach, what was known before counts. */
static void
smooth_component (const struct decoder *d, int n)
{
  static const int8_t nothing[ESTIMATED] = { -1, -1, -1, -1, -1, -1, -1, -1, -1, -1 };
  const struct component *c = &d->frame.component[n];
  struct means m = means_of (d, n);
  for (int y = 0; y < m.height; y++)
    {
      const int16_t *line[WINDOW];
      const int8_t *known = y / c->coded_v <= d->reached ? d->progress[n] : d->scans > 1 ? d->before[n] : nothing;
      lines_around (&m, c->coded_v, y, line);
      smooth_line (c, d->whole[n] + (long) y * c->columns, known, line, m.width);
    }
  free (m.of);
}

/* Whether all mean values are known, and some of the coefficients are not. */
static bool
worth_it (const struct decoder *d)
{
  bool unknown = false;
  for (int n = 0; n < d->frame.components; n++)
    {
      const struct component *c = &d->frame.component[n];
      if (!c->has_quantiser || d->progress[n][0] < 0)
        return false;
      for (int k = 0; k < ESTIMATED; k++)
        {
          if (!c->quantiser[natural[k]])
            return false;
          unknown |= k && d->progress[n][k];
        }
    }
  return unknown;
}

void
smooth (struct decoder *d)
{
  if (!worth_it (d))
    return;
  for (int n = 0; n < d->frame.components; n++)
    smooth_component (d, n);
}
