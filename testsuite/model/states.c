/* SPDX-License-Identifier: MIT */
/* states.c - the states that were seen, each with what slept in it (see "State"
 * and "Sleep sets" in explorer.c). */
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>

struct entry { uint64_t key, sleep; };
static struct entry *cache;
static size_t cache_size, cached;

static struct entry *
entry_of (uint64_t key)
{
  size_t i = key & (cache_size - 1);
  while (cache[i].key && cache[i].key != key)
    i = (i + 1) & (cache_size - 1);
  return &cache[i];
}

static void
cache_grow (size_t size)
{
  struct entry *old = cache;
  size_t n = cache_size;
  cache_size = size;
  cache = calloc (size, sizeof *cache);
  if (!cache)
    {
      perror ("model");
      exit (2);
    }
  for (size_t i = 0; i < n; i++)
    if (old[i].key)
      *entry_of (old[i].key) = old[i];
  free (old);
}

void
states_forget (void)
{
  free (cache);
  cache = NULL;
  cache_size = cached = 0;
  cache_grow (1 << 12);
}

static uint64_t
state_hash (const struct task *sticky)
{
  uint64_t h = memory_hash ();
  for (struct task *t = tasks; t < tasks + n_tasks; t++)
    h = mix (mix (h, t->hash), t->status | t->starved << 4 | t->barrier << 16);
  if (sticky)
    h = mix (h, sticky - tasks);
  return h ? h : 1;
}

/* What is left to do in this state, given what of it sleeps. */
uint64_t
states_left_to_do (uint64_t all, uint64_t sleep, const struct task *sticky)
{
  if (cached * 2 > cache_size)
    cache_grow (cache_size * 2);
  uint64_t key = state_hash (sticky);
  struct entry *e = entry_of (key);
  if (e->key)
    {
      uint64_t left = e->sleep & ~sleep;
      e->sleep &= sleep;
      return left;
    }
  *e = (struct entry) { key, sleep };
  if ((long) ++cached > options.max_states)
    engine_fail ("not exhaustive", "", "more than %ld states", options.max_states);
  return all & ~sleep;
}

long
states_seen (void)
{
  return (long) cached;
}
