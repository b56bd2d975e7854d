/* SPDX-License-Identifier: MIT */
/* memory-hash.c - states of memory that nobody can tell apart hash alike.
 *
 * Messages that no running task can read any more are dropped
 * from the hash, and positions count from the oldest that one can: histories
 * that differ in nothing that matters hash alike.
 */
#include "memory.h"

/* Of data: accesses; of locations: -1. */
static int16_t latest[COMPONENTS] __attribute__ ((aligned (64)));
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

/* Eight components at a time; those that are hashed are few. */
typedef int16_t eight __attribute__ ((vector_size (16), may_alias));
enum { EIGHT = sizeof (eight) / sizeof (int16_t) };

static eight
eight_at (const int16_t *at)
{
  return *(const eight *) __builtin_assume_aligned (at, sizeof (eight));
}

/* Which of the components from c on tell views apart?  (-1: this one does.)  Of a datum, with
 * latest >= 0, the latest access; of a location what is newer than the base. */
static eight
telling (const struct view *v, int c)
{
  eight known = eight_at (&v->at[c]), least = eight_at (&base.at[c]), last = eight_at (&latest[c]);
  return ((last < 0) & (known > least)) | ((known == last) & (least < last));
}

static uint64_t
hash_component (uint64_t h, const struct view *v, int c)
{
  return latest[c] >= 0 ? mix (h, c) : mix (h, (uint64_t) c << 16 | (v->at[c] - base.at[c]));
}

static uint64_t
hash_view (uint64_t h, const struct view *v)
{
  for (int c = 0; c < view_width; c += EIGHT)
    {
      eight tells = telling (v, c);
      uint64_t any[2];
      memcpy (any, &tells, sizeof any);
      for (int i = 0; (any[0] | any[1]) && i < EIGHT; i++)
        if (tells[i])
          h = hash_component (h, v, c + i);
    }
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
