/* SPDX-License-Identifier: MIT */
/* batching.c - a moment of polling for more than is needed.
 *
 * A process that has used up its bound and finds just what it needs would be back for the very next
 * element, and two cache lines would travel each time.  So it polls a little for a batch of more
 * elements.  The patience adapts: if the batch does not come, which is always so when the partner
 * waits for this process, patience halves, and a cycle of single elements soon pays nothing.
 * Measured on two cores that share a cache: at burst 1, a batch of 16 KiB and gaps of 64 pauses
 * move twice as many elements as 4 KiB and gaps of 4.
 */
#include "sync/sync.h"

enum
{
  MOST_PATIENCE = 256, /* polls */
  STILL = 16,          /* polls in a row without progress, after which it stops */
  FIRST_GAP = 8,       /* pauses before the first poll, doubled up to */
  LAST_GAP = 64,       /* this: each poll takes the cache line from the partner */
  RETRY = 256          /* without patience, it polls once in RETRY calls */
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

bool
erb_may_poll (const struct erb_view *v, enum erb_side side)
{
  const struct erb_task_model *task = v->owner->task;
  return !task->may_poll || task->may_poll (v, side);
}

ERB_WAKES erbium_index
erb_poll_for_more (struct erb_view *v, enum erb_side side, erbium_index i, erbium_index lowest)
{
  int still = 0, gap = FIRST_GAP;
  if (lowest - i >= v->batch || !erb_may_poll (v, side) || impatient (v))
    return lowest;
  for (int n = 0; n < v->patience && still < STILL && lowest - i < v->batch; n++)
    {
      for (int k = 0; k < gap; k++)
        erb_os->pause ();
      gap = gap < LAST_GAP ? 2 * gap : gap;
      erbium_index now = erb_lowest_index (v->record, side);
      if (now == ERBIUM_NEVER) /* no process is left to wait for */
        return now;
      still = now > lowest ? 0 : still + 1;
      lowest = now;
    }
  v->patience = lowest - i >= v->batch ? MOST_PATIENCE : v->patience / 2;
  return lowest;
}
