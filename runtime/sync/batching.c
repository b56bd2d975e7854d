/* SPDX-License-Identifier: MIT */
/* batching.c - a moment's wait for more than is needed.
 *
 * Whoever has used up his bound and finds just what he needs would be back, with
 * two cache lines crossing, for the very next element.  So he polls a little for
 * `ask` more.  It adapts: if the partner does not move, which is always so when
 * the partner waits for us, patience halves, and a cycle of single elements soon
 * pays nothing.  Measured on two cores that share a cache: at burst 1, an ask of
 * 16 KiB and gaps of 64 pauses move twice as many elements as 4 KiB and gaps of 4.
 */
#include "sync/sync.h"

enum
{
  MOST_PATIENCE = 256, /* polls */
  STILL = 16,          /* polls in a row that saw no progress: enough */
  FIRST_GAP = 8,       /* pauses before the first poll, doubled up to */
  LAST_GAP = 64,       /* this: each poll takes the partner's line from him */
  RETRY = 256          /* without patience, try again each so many times */
};

static bool
impatient (struct erb_view *v)
{
  if (v->patience > 0)
    return false;
  if (++v->skipped < RETRY)
    return true;
  v->skipped = 0;
  v->patience = 1;
  return false;
}

static bool
may_poll (const struct erb_view *v, enum erb_side side)
{
  const struct erb_task_model *task = v->owner->task;
  return !task->may_poll || task->may_poll (v, side);
}

ERB_WAKES erbium_index
erb_poll_for_more (struct erb_view *v, enum erb_side side, erbium_index i, erbium_index lowest)
{
  int still = 0, gap = FIRST_GAP;
  if (lowest - i >= v->batch || !may_poll (v, side) || impatient (v))
    return lowest;
  for (int n = 0; n < v->patience && still < STILL && lowest - i < v->batch; n++)
    {
      for (int k = 0; k < gap; k++)
        erb_os->pause ();
      gap = gap < LAST_GAP ? 2 * gap : gap;
      erbium_index now = erb_lowest_index (v->record, side);
      if (now == ERBIUM_NEVER) /* nobody is left to wait for */
        return now;
      still = now > lowest ? 0 : still + 1;
      lowest = now;
    }
  v->patience = lowest - i >= v->batch ? MOST_PATIENCE : v->patience / 2;
  return lowest;
}
