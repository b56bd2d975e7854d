/* SPDX-License-Identifier: MIT */
/* distance.c - how far a reader stays behind a fast producer.
 *
 * Where a stream passes through memory as fast as it can, its speed depends on the cache in which
 * its lines are.  A line that the producer has just written is in its processor's own cache, and
 * takes several times as long to read from there as from the cache that the processors share.  A
 * reader that goes on as soon as there is an element reads such lines.  So a reader stays somewhat
 * more than such a cache behind.  The window is then so large that the lines which the producer
 * writes again have left the reader's cache, too.
 *
 * The elements that are left are not withheld: the bound of the reader is lower than it could be,
 * and its next slow call raises it.  The reader never waits for the distance longer than the
 * producer is fast, so a stream that rests, ends or trickles is read to its last element.
 */
#include "sync/sync.h"

enum
{
  PERIOD = 4000,     /* ns, in which a fast producer commits */
  FAST = 4,          /* this number of bytes per ns, or more */
  GAP = 64,          /* pauses between two polls: each takes a line from the producer */
  STEP = 4,          /* batches by which the bound is raised at least */
  LONGEST_REST = 256 /* calls that do not wait for the distance, after it has not come */
};

/* Returns the distance of v in elements: 0 if producers cannot get so far ahead that both sides
 * meet none of each other's lines. */
static erbium_index
distance_of (const struct erb_view *v)
{
  size_t size = v->record->size, cache = erb_own_cache ();
  erbium_index ahead = erbium_load_relaxed (&v->record->horizon[ERB_WRITE]);
  ahead = ahead < v->room ? ahead : v->room;
  return (size_t) ahead * size >= cache / 2 * 7 ? (erbium_index) (cache / 2 * 3 / size) : 0;
}

/* Polls until the producers of v have committed the elements before `to', as long as they are fast.
 * Returns their lowest index. */
static erbium_index
poll_while_fast (const struct erb_view *v, erbium_index to, erbium_index lowest)
{
  const erbium_index least = (erbium_index) (PERIOD * FAST / v->record->size);
  erbium_index before = lowest;
  int64_t since = erb_os->now ();
  while (lowest < to)
    {
      for (int n = 0; n < GAP; n++)
        erb_os->pause ();
      lowest = erb_lowest_index (v->record, ERB_WRITE);
      int64_t now = erb_os->now ();
      if (now - since < PERIOD)
        continue;
      if (lowest - before <= least)
        return lowest;
      since = now;
      before = lowest;
    }
  return lowest;
}

erbium_index
erb_keep_distance (struct erb_view *v, erbium_index i, erbium_index lowest)
{
  erbium_index distance = distance_of (v), to = i + distance + STEP * v->batch;
  if (!distance || !v->batch || !erb_may_poll (v, ERB_WRITE))
    return lowest;
  if (lowest < to && v->rest > 0)
    {
      v->rest--;
      return lowest;
    }
  lowest = poll_while_fast (v, to, lowest);
  bool came = lowest >= to;
  v->last_rest = came ? 0 : v->last_rest < LONGEST_REST ? 2 * v->last_rest + 1 : v->last_rest;
  v->rest = v->last_rest;
  return came && lowest < ERBIUM_NEVER ? lowest - distance : lowest;
}
