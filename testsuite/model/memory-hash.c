/* SPDX-License-Identifier: MIT */
/* memory-hash.c - states of memory that nobody can tell apart hash alike.
 *
 * Messages that no running task can read any more are dropped
 * from the hash, and positions count from the oldest that one can: histories
 * that differ in nothing that matters hash alike.
 */
#include "memory.h"

static int16_t latest[COMPONENTS]; /* of data: accesses; of locations: -1 */
static struct view base; /* what every task that still runs knows */

void
hash_component_new (int component)
{
  latest[component] = -1;
}

void
hash_reset (int components)
{
  for (int c = 0; c < components; c++)
    latest[c] = latest[c] < 0 ? -1 : 0;
}

/* Of a plain datum's component only one thing matters: does who has a view know
 * of the latest access, or not?  -1 for components of atomic locations. */
void
memory_latest (int component, int count)
{
  latest[component] = count;
}

static void
find_base (void)
{
  bool first = true;
  for (int t = 0; t < n_tasks; t++)
    if (tasks[t].status != TASK_ENDED)
      {
        for (int c = 0; c < view_width; c++)
          if (first || tasks[t].view.at[c] < base.at[c])
            base.at[c] = tasks[t].view.at[c];
        first = false;
      }
}

static uint64_t
hash_view (uint64_t h, const struct view *v)
{
  for (int c = 0; c < view_width; c++)
    if (latest[c] < 0 ? v->at[c] > base.at[c]
                      : v->at[c] == latest[c] && base.at[c] < latest[c])
      h = latest[c] >= 0 ? mix (h, c) : mix (h, (uint64_t) c << 16 | (v->at[c] - base.at[c]));
  return mix (h, 1);
}

static uint64_t
hash_lock (uint64_t h, const struct lock *l)
{
  h = mix (mix (h, l->owner + 1), l->history);
  return hash_view (h, &l->view);
}

static uint64_t
hash_location (uint64_t h, struct location *l)
{
  int oldest = options.memory == RA ? base.at[l->component] : 0;
  for (int p = oldest; p < l->n; p++)
    {
      struct message *m = l->message[p];
      h = mix (h, m->value);
      h = hash_view (mix (h, m->rmw && p > oldest), &m->view);
      if (options.carry)
        h = mix (h, m->history);
    }
  h = mix (h, l->floor > oldest ? l->floor - oldest : 0);
  return mix (h, l->total > oldest ? l->total - oldest : 0);
}

static uint64_t
hash_task (uint64_t h, struct task *t)
{
  h = hash_view (mix (h, t->n_buffer && t->late), &t->view);
  for (int i = 0; i < t->n_buffer; i++)
    {
      h = mix (mix (h, t->buffer[i].at->component), t->buffer[i].value);
      h = hash_view (h, &t->buffer[i].view);
    }
  return h;
}

uint64_t
memory_hash (void)
{
  uint64_t h = 0;
  find_base ();
  for (int i = 0; i < n_locations; i++)
    if (locations[i].era == era)
      h = hash_location (mix (h, locations[i].component), &locations[i]);
  for (int t = 0; t < n_tasks; t++)
    h = hash_task (h, &tasks[t]);
  h = plain_hash (hash_view (h, &everybody));
  for (int i = 0; i < n_locks; i++)
    if (locks[i].era == era)
      h = hash_lock (mix (h, i), &locks[i]);
  return h;
}
