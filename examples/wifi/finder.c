/* SPDX-License-Identifier: MIT */
/* finder.c - the packets of a stream, one after the other, for programs that have no
 * records: it keeps the latest samples in a buffer and moves them where it is full. */
#include <stdlib.h>
#include <string.h>

#include "wifi.h"

enum { ROOM = SYNC_CHUNK + (MOST_SYMBOLS + 6) * SYMBOL };

/* The samples from `first` on, `end` - `first` of them, are at hand. */
struct finder
{
  struct feed feed;
  struct sync sync;
  struct sample *at;
  int64_t first, end;
};

struct finder *
open_finder (struct source from)
{
  struct finder *f = memory (sizeof *f);
  *f = (struct finder) { .feed = feed_of (from), .at = memory (ROOM * sizeof (struct sample)) };
  return f;
}

int64_t
close_finder (struct finder *f)
{
  int64_t samples = f->feed.samples;
  free (f->at);
  free (f);
  return samples;
}

/* Those before `from` are not needed any more. */
static void
make_room (struct finder *f, int64_t from)
{
  int64_t gone = from < f->end ? from - f->first : f->end - f->first;
  memmove (f->at, f->at + gone, (size_t) (f->end - f->first - gone) * sizeof *f->at);
  f->first += gone;
}

/* How many of the samples `from` to `to` - 1 there are: fewer at the end only. */
static int64_t
provide (struct finder *f, int64_t from, int64_t to)
{
  if (to - f->first > ROOM)
    make_room (f, from);
  for (int64_t n = 0, got = 0; f->end < to && got == n; f->end += got)
    {
      n = f->first + ROOM - f->end < SYNC_CHUNK ? f->first + ROOM - f->end : SYNC_CHUNK;
      got = feed_read (&f->feed, f->at + (f->end - f->first), n);
    }
  return (f->end < to ? f->end : to) - from;
}

bool
next_packet (struct finder *f, struct packet *p, const struct sample **x, int64_t *samples)
{
  for (int64_t n; (n = provide (f, f->sync.at, f->sync.at + SYNC_CHUNK)) >= SYNC_LOOK;)
    {
      sync_next (&f->sync, f->at + (f->sync.at - f->first), n, p);
      if (p->rate == NO_PACKET)
        continue;
      n = provide (f, p->begin, p->begin + (int64_t) p->symbols * SYMBOL);
      *x = f->at + (p->begin - f->first);
      *samples = n > 0 ? n : 0;
      return true;
    }
  return false;
}
