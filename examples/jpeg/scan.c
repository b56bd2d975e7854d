/* SPDX-License-Identifier: MIT */
/* scan.c - blocks of a sequential scan (T.81, F.2.2).
 *
 * The bits stay in registers from block to block: only what is seldom, a code longer
 * than the table looks at, goes through memory.
 */
#include "bits.h"

#define LIKELY(x) __builtin_expect (!!(x), 1)

/* The symbol behind an entry without a value. */
static inline int
seldom (struct scan *s, const struct huffman *t, struct bits *b, int32_t e)
{
  struct bits copy = *b;  /* *b itself may then stand in registers */
  int symbol = symbol_of (s, t, &copy, e);
  *b = copy;
  return symbol;
}

static inline int
difference (struct scan *s, const struct huffman *t, struct bits *b)
{
  int32_t e = t->entry[peek (b, LOOK)];
  if (LIKELY (entry_value (e)))
    {
      skip (b, entry_length (e));
      return entry_value (e);
    }
  int size = seldom (s, t, b, e);
  return size ? extend (take (b, size), size) : 0;
}

/* What lies beyond the last place, in a damaged file, goes to the last. */
static inline void
decode_block (struct scan *s, struct bits *b, const struct part *p, int *dc, int16_t *restrict c,
              const uint8_t *restrict order)
{
  const struct huffman *t = p->ac;
  fill (b);
  *dc = (int) ((unsigned) *dc + (unsigned) difference (s, p->dc, b));
  c[0] = (int16_t) *dc;
  for (int k = 1; k < BLOCK; k++)
    {
      fill (b);
      int32_t e = t->entry[peek (b, LOOK)];
      if (LIKELY (entry_value (e)))
        {
          k += entry_run (e) >> 4;
          skip (b, entry_length (e));
          c[order[k]] = (int16_t) entry_value (e);
          continue;
        }
      int symbol = seldom (s, t, b, e), size = symbol & 15;
      if (!size && symbol != 0xf0)
        return;
      k += symbol >> 4;
      if (size)
        c[order[k]] = (int16_t) extend (take (b, size), size);
    }
}

static void
clear_mcu (const struct scan *s, int m, const struct place *to)
{
  for (int n = 0; n < s->parts; n++)
    {
      const struct component *c = s->part[n].component;
      int h = s->parts > 1 ? c->h : 1, v = s->parts > 1 ? c->v : 1;
      const struct place *p = &to[s->part[n].index];
      for (int y = 0; y < v; y++)
        for (int x = 0; x < h; x++)
          p->to[m * p->mcu_step + y * p->line_step + x] = (struct block) { { 0 } };
    }
}

static inline void
decode_mcu (struct scan *s, struct bits *b, int m, const struct place *to, const uint8_t *order)
{
  for (int n = 0; n < s->parts; n++)
    {
      const struct component *c = s->part[n].component;
      int h = s->parts > 1 ? c->h : 1, v = s->parts > 1 ? c->v : 1;
      const struct place *p = &to[s->part[n].index];
      for (int y = 0; y < v; y++)
        for (int x = 0; x < h; x++)
          {
            struct block *at = &p->to[m * p->mcu_step + y * p->line_step + x];
            if (!s->over)
              *at = (struct block) { { 0 } };
            decode_block (s, b, &s->part[n], &s->dc[n], at->c, order);
          }
    }
}

/* Up to the next restart.  Once a segment has ended too early, what is left of its
 * interval is grey. */
static void
decode_run (struct scan *s, int from, int n, const struct place *to, const uint8_t *order)
{
  struct bits b = s->bits;
  int m = from;
  for (; m < from + n && !s->starved; m++)
    {
      decode_mcu (s, &b, m, to, order);
      if (used (&b) > s->available)
        {
          s->starved = true;
          warn (s, NO_MORE_DATA);
        }
    }
  for (; m < from + n && !s->over; m++)
    clear_mcu (s, m, to);
  s->bits = b;
}

void
decode_mcus (struct decoder *d, struct scan *s, int n, const struct place to[MAX_COMPONENTS], const uint8_t *order)
{
  for (int m = 0; m < n;)
    {
      int run = n - m;
      if (s->interval && !s->until_restart)
        restart (d, s);
      if (s->interval && s->until_restart < run)
        run = s->until_restart;
      decode_run (s, m, run, to, order);
      s->until_restart -= run;
      m += run;
    }
}

/* Of a picture of several scans: all its blocks have their places already. */
void
decode_whole_scan (struct decoder *d)
{
  const struct scan *s = &d->scan;
  const struct frame *f = &d->frame;
  const struct component *one = s->part[0].component;
  int across = s->parts > 1 ? f->mcus : (one->width + EDGE - 1) / EDGE;
  int down = s->parts > 1 ? f->rows : (one->height + EDGE - 1) / EDGE;
  for (int row = 0; row < down && (s->interval || !s->starved); row++)
    {
      struct place to[MAX_COMPONENTS];
      for (int n = 0; n < s->parts; n++)
        {
          const struct component *c = s->part[n].component;
          int h = s->parts > 1 ? c->h : 1, v = s->parts > 1 ? c->v : 1;
          int k = s->part[n].index;
          to[k] = (struct place) { d->whole[k] + (long) row * v * c->columns, h, c->columns };
        }
      decode_mcus (d, &d->scan, across, to, natural);
    }
}
