/* SPDX-License-Identifier: MIT */
/* segment.c - coded bytes between two markers; restarts, also after damage.
 *
 * A segment is copied without its stuffing (FF 00 for FF) before it is decoded, so that
 * bits.h need not look for markers.  Zeros behind it take the place of what a damaged
 * file lacks.  What is done where a restart marker is not the one that comes next
 * follows libjpeg, so that damaged files look the same: one of the next two has been
 * reached too early and is waited for, one of the last two is passed over, any other
 * is taken for the right one.
 */
#include <string.h>

#include "bits.h"

enum { RST0 = 0xd0, RST7 = 0xd7, SOF0 = 0xc0 };

size_t
read_segment (const struct decoder *d, size_t from, struct scan *s, uint8_t *clean)
{
  const uint8_t *p = d->bytes + from;
  uint8_t *to = clean;
  for (;;)
    {
      /* The sentinel behind the file ends this. */
      const uint8_t *stop = (const uint8_t *) memchr (p, 0xff, (size_t) (d->bytes + d->size + SENTINEL - p));
      const uint8_t *code = stop + 1;
      memcpy (to, p, (size_t) (stop - p));
      to += stop - p;
      while (*code == 0xff)
        code++;
      p = code + 1;
      if (*code)
        break;
      *to++ = 0xff;
    }
  memset (to, 0, PADDING);
  s->bits = (struct bits) { 0, 0, clean, clean };
  s->available = (long long) (to - clean) * 8;
  return (size_t) (p - 1 - d->bytes);
}

/* The segment at d->at; its marker is then the decoder's. */
static void
next_segment (struct decoder *d, struct scan *s)
{
  size_t at = read_segment (d, d->at, s, d->clean);
  d->marker = d->bytes[at];
  d->at = at + 1;
}

static void
no_segment (struct decoder *d, struct scan *s)
{
  memset (d->clean, 0, PADDING);
  s->bits = (struct bits) { 0, 0, d->clean, d->clean };
  s->available = 0;
}

void
reset_predictions (struct scan *s)
{
  memset (s->dc, 0, sizeof s->dc);
  s->end_of_band = 0;
  s->until_restart = s->interval;
}

void
end_segment (struct scan *s)
{
  if (s->available - used (&s->bits) >= 8)
    warn (s, STRAY_BYTES);
}

/* False where the marker is to be met again later: until then there are no blocks. */
static bool
find_restart (struct decoder *d, struct scan *s, int wanted)
{
  if (d->marker == RST0 + wanted)
    return true;
  warn (s, WRONG_RESTART);
  for (;; d->marker = next_marker (d))
    {
      int ahead = (d->marker - RST0 - wanted) & 7;
      if (d->marker < SOF0)
        continue;
      if (d->marker < RST0 || d->marker > RST7 || ahead == 1 || ahead == 2)
        return false;
      if (ahead != 6 && ahead != 7)
        return true;
    }
}

void
restart (struct decoder *d, struct scan *s)
{
  end_segment (s);
  if (find_restart (d, s, s->restart))
    {
      next_segment (d, s);
      s->starved = false;
    }
  else
    no_segment (d, s);
  s->restart = (s->restart + 1) & 7;
  reset_predictions (s);
}

void
start_scan (struct decoder *d)
{
  struct scan *s = &d->scan;
  d->scan_at = d->at;
  s->interval = d->interval;
  s->restart = 0;
  s->starved = false;
  s->over = d->whole[0];
  reset_predictions (s);
  next_segment (d, s);
}
