/* SPDX-License-Identifier: MIT */
/* upsample.c - as many samples as pixels.
 *
 * Where a component has half as many, a new sample is 3/4 of the near one and 1/4 of the
 * one beyond, in each direction that is doubled: libjpeg's "fancy" filter, to the bit.
 * The rounding alternates, so that it has no bias.  At an edge the sample beyond is the
 * near one itself.
 */
#include <string.h>

#include "jpeg.h"

enum { STRETCH = 1024 };  /* samples, whose sums stay in the first cache */

/* The sample before the first, the one behind the last, or at an edge these themselves. */
static inline int
before (struct piece p)
{
  return p.first ? 0 : -1;
}

static inline int
behind (struct piece p)
{
  return p.last ? p.n - 1 : p.n;
}

void
fancy_h2v1 (uint8_t *restrict to, const uint8_t *restrict from, struct piece p)
{
  int last = p.n - 1;
  for (int i = p.first; i < p.n - p.last; i++)
    {
      to[2 * i] = (uint8_t) ((uint16_t) (3 * from[i] + from[i - 1] + 1) >> 2);
      to[2 * i + 1] = (uint8_t) ((uint16_t) (3 * from[i] + from[i + 1] + 2) >> 2);
    }
  if (p.first)
    {
      to[0] = from[0];
      to[1] = (uint8_t) ((3 * from[0] + from[p.n > 1 || !p.last] + 2) >> 2);
    }
  if (p.last && (last || !p.first))
    {
      to[2 * last] = (uint8_t) ((3 * from[last] + from[last - 1] + 1) >> 2);
      to[2 * last + 1] = from[last];
    }
}

void
fancy_h1v2 (uint8_t *restrict to, const uint8_t *restrict near, const uint8_t *restrict far, struct piece p, int lower)
{
  unsigned round = lower ? 2 : 1;
  for (int i = 0; i < p.n; i++)
    to[i] = (uint8_t) ((3u * near[i] + far[i] + round) >> 2);
}

static void
stretch_h2v2 (uint8_t *restrict to, const uint8_t *restrict near, const uint8_t *restrict far, struct piece p)
{
  uint16_t sum[STRETCH + 2];
  for (int i = 0; i < p.n; i++)
    sum[1 + i] = (uint16_t) (3 * near[i] + far[i]);
  sum[0] = (uint16_t) (3 * near[before (p)] + far[before (p)]);
  sum[1 + p.n] = (uint16_t) (3 * near[behind (p)] + far[behind (p)]);
  for (int i = 0; i < p.n; i++)
    {
      to[2 * i] = (uint8_t) ((uint16_t) (3 * sum[1 + i] + sum[i] + 8) >> 4);
      to[2 * i + 1] = (uint8_t) ((uint16_t) (3 * sum[1 + i] + sum[i + 2] + 7) >> 4);
    }
}

/* The stretch of a piece that begins at x. */
static inline struct piece
part_at (struct piece p, int x)
{
  bool whole = p.n - x <= STRETCH;
  return (struct piece) { whole ? p.n - x : STRETCH, p.first && x == 0, p.last && whole };
}

void
fancy_h2v2 (uint8_t *restrict to, const uint8_t *restrict near, const uint8_t *restrict far, struct piece p)
{
  for (int x = 0; x < p.n; x += STRETCH)
    stretch_h2v2 (to + 2 * x, near + x, far + x, part_at (p, x));
}

void
repeat_samples (uint8_t *restrict to, const uint8_t *restrict from, struct piece p, int times)
{
  for (int i = 0; i < p.n; i++)
    memset (to + (size_t) i * (size_t) times, from[i], (size_t) times);
}
