/* SPDX-License-Identifier: MIT */
/* progressive.c - blocks of the scans of a progressive picture (T.81, G.1.2, G.2).
 *
 * Each scan says more of blocks that are kept in memory: a band of coefficients, or
 * one more bit of them.  What is done to a block is one of four functions.
 */
#include "bits.h"

typedef void step (struct scan *s, int n, int16_t *c);

static void
dc_first (struct scan *s, int n, int16_t *c)
{
  int size = next_symbol (s, s->part[n].dc, &s->bits);
  if (size)
    s->dc[n] = (int) ((unsigned) s->dc[n] + (unsigned) extend (take (&s->bits, size), size));
  c[0] = (int16_t) ((unsigned) s->dc[n] << s->low);
}

static void
dc_more (struct scan *s, int n, int16_t *c)
{
  (void) n;
  fill (&s->bits);
  if (take (&s->bits, 1))
    c[0] = (int16_t) (c[0] | 1 << s->low);
}

/* The blocks that end with this one, itself included. */
static unsigned
end_of_band (struct scan *s, int run)
{
  return (1u << run) + (run ? take (&s->bits, run) : 0);
}

static void
ac_first (struct scan *s, int n, int16_t *c)
{
  if (s->end_of_band)
    {
      s->end_of_band--;
      return;
    }
  for (int k = s->start; k <= s->end; k++)
    {
      int symbol = next_symbol (s, s->part[n].ac, &s->bits), run = symbol >> 4, size = symbol & 15;
      if (!size && run != 15)
        {
          s->end_of_band = end_of_band (s, run) - 1;
          return;
        }
      k += run;
      if (size)
        c[natural[k]] = (int16_t) ((unsigned) extend (take (&s->bits, size), size) << s->low);
    }
}

/* One more bit of a coefficient that is not 0. */
static void
refine (struct scan *s, int16_t *c)
{
  int bit = 1 << s->low;
  fill (&s->bits);
  if (take (&s->bits, 1) && !(*c & bit))
    *c = (int16_t) (*c >= 0 ? *c + bit : *c - bit);
}

/* Passes over `zeros` coefficients that are 0 and refines the others; where it stops. */
static int
refine_run (struct scan *s, int16_t *c, int k, int zeros)
{
  for (; k <= s->end; k++)
    if (c[natural[k]])
      refine (s, &c[natural[k]]);
    else if (--zeros < 0)
      break;
  return k;
}

static void
ac_more (struct scan *s, int n, int16_t *c)
{
  int k = s->start;
  while (!s->end_of_band && k <= s->end)
    {
      int symbol = next_symbol (s, s->part[n].ac, &s->bits), run = symbol >> 4, value = 0;
      if (symbol & 15)
        {
          if ((symbol & 15) != 1)
            warn (s, BAD_CODE);
          value = take (&s->bits, 1) ? 1 << s->low : -(1 << s->low);
        }
      else if (run != 15)
        {
          s->end_of_band = end_of_band (s, run);
          break;
        }
      k = refine_run (s, c, k, run);
      if (value)
        c[natural[k]] = (int16_t) value;
      k++;
    }
  if (s->end_of_band)
    {
      refine_run (s, c, k, BLOCK);
      s->end_of_band--;
    }
}

/* One MCU; where a scan has a single component, that is a block. */
static void
decode_mcu (struct decoder *d, step *todo, int row, int m)
{
  struct scan *s = &d->scan;
  for (int n = 0; n < s->parts; n++)
    {
      const struct component *c = s->part[n].component;
      int h = s->parts > 1 ? c->h : 1, v = s->parts > 1 ? c->v : 1;
      struct block *to = d->whole[s->part[n].index] + (long) row * v * c->columns + (long) m * h;
      for (int y = 0; y < v; y++)
        for (int x = 0; x < h; x++)
          todo (s, n, to[(long) y * c->columns + x].c);
    }
}

static void
decode_line (struct decoder *d, step *todo, int row, int mcus)
{
  struct scan *s = &d->scan;
  int row_of_all = s->parts > 1 ? row : row / s->part[0].component->coded_v;
  for (int m = 0; m < mcus; m++)
    {
      if (!s->starved)
        d->reached = row_of_all;
      if (s->interval && !s->until_restart)
        restart (d, s);
      s->until_restart--;
      if (s->starved)
        continue;
      decode_mcu (d, todo, row, m);
      if (used (&s->bits) > s->available)
        {
          s->starved = true;
          warn (s, NO_MORE_DATA);
        }
    }
}

void
decode_progressive (struct decoder *d)
{
  static step *const steps[2][2] = { { dc_first, dc_more }, { ac_first, ac_more } };
  const struct scan *s = &d->scan;
  const struct component *one = s->part[0].component;
  int across = s->parts > 1 ? d->frame.mcus : (one->width + EDGE - 1) / EDGE;
  int down = s->parts > 1 ? d->frame.rows : (one->height + EDGE - 1) / EDGE;
  for (int row = 0; row < down && (s->interval || !s->starved); row++)
    decode_line (d, steps[s->start > 0][s->high > 0], row, across);
}
