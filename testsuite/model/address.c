/* SPDX-License-Identifier: MIT */
/* address.c - what stands at an address: atomic locations and their messages, mutexes,
 * counters, freed memory, and names for reports.
 *
 * A location is known by its address over all executions of a scenario, since its
 * number is its component in views; its messages are those of one execution (era).
 */
#include "memory.h"

#include <stdio.h>

enum { TABLE = 2048, NAMES = 64, FREED = 64, COUNTERS = 16 };

struct location locations[LOCATIONS];
struct lock locks[LOCKS];
struct message pool[POOL];
int n_locations, n_locks, n_pool;
int view_width;
struct view everybody;
unsigned era;

static int n_components;
static struct { const void *at; struct location *location; } table[TABLE];
static struct { const void *at; const char *name; } names[NAMES];
static struct { const char *from, *to; } counters[COUNTERS], freed[FREED];
static int n_names, n_counters, n_freed;

static void
clear_view (struct view *v, int from, int to)
{
  memset (&v->at[from], 0, (to - from) * sizeof v->at[0]);
}

/* What is beyond the width of a view is not kept, so it is cleared when the width grows. */
static void
set_width (int width)
{
  int from = view_width;
  view_width = width;
  if (width <= from)
    return;
  for (int t = 0; t < MODEL_TASKS; t++)
    {
      clear_view (&tasks[t].view, from, width);
      for (int i = 0; i < BUFFER; i++)
        clear_view (&tasks[t].buffer[i].view, from, width);
    }
  for (int i = 0; i < n_pool; i++)
    clear_view (&pool[i].view, from, width);
  for (int i = 0; i < n_locks; i++)
    clear_view (&locks[i].view, from, width);
  clear_view (&everybody, from, width);
}

int
memory_component (void)
{
  if (n_components == COMPONENTS)
    {
      engine_fail ("limit", "", "more than %d components in a view", COMPONENTS);
      return 0;
    }
  set_width ((n_components + 32) & ~31);
  hash_component_new (n_components);
  return n_components++;
}

/* ---- Locations, names ---------------------------------------------------- */

static int
slot_of (const void *at)
{
  unsigned i = mix (0, (uintptr_t) at) % TABLE;
  while (table[i].at && table[i].at != at)
    i = (i + 1) % TABLE;
  table[i].at = at;
  return i;
}

const char *
memory_name (const void *at)
{
  static char text[4][32];
  static int turn;
  for (int i = 0; i < n_names; i++)
    if (names[i].at == at)
      return names[i].name;
  turn = (turn + 1) % 4;
  snprintf (text[turn], sizeof text[turn], "%p", at);
  return text[turn];
}

void
model_name (const void *at, const char *name)
{
  for (int i = 0; i < n_names; i++)
    if (names[i].at == at)
      return;
  if (n_names < NAMES)
    {
      names[n_names].at = at;
      names[n_names++].name = name;
    }
}

struct message *
new_message (int64_t value)
{
  if (n_pool == POOL)
    {
      engine_fail ("limit", "", "more than %d messages", POOL);
      n_pool--;
    }
  struct message *m = &pool[n_pool++];
  m->value = value;
  m->history = 0;
  m->rmw = false;
  clear_view (&m->view, 0, view_width);
  return m;
}

static int64_t
raw (const void *at, int size)
{
  return size == 4 ? *(const int32_t *) at : *(const int64_t *) at;
}

struct location *
memory_location (const void *at, int size)
{
  int i = slot_of (at);
  if (!table[i].location)
    {
      if (n_locations == LOCATIONS)
        {
          engine_fail ("limit", "", "more than %d atomic locations: is memory "
                       "from malloc, not model_alloc?", LOCATIONS);
          return &locations[0];
        }
      table[i].location = &locations[n_locations++];
      *table[i].location = (struct location)
        { .at = (void *) at, .size = size, .component = memory_component () };
    }
  struct location *l = table[i].location;
  memory_check_freed (at);
  if (l->era != era)
    {
      l->era = era;
      l->n = 1;
      l->floor = l->total = 0;
      l->message[0] = new_message (raw (at, size));
    }
  return l;
}

/* ---- Counters ------------------------------------------------------------ */

void
model_counters (const void *from, size_t size)
{
  if (n_counters == COUNTERS)
    {
      engine_fail ("limit", "", "more than %d stretches of counters", COUNTERS);
      return;
    }
  counters[n_counters].from = from;
  counters[n_counters++].to = (const char *) from + size;
}

bool
memory_is_counter (const void *at)
{
  for (int i = 0; i < n_counters; i++)
    if ((const char *) at >= counters[i].from && (const char *) at < counters[i].to)
      return true;
  return false;
}

/* ---- Mutexes ------------------------------------------------------------- */

struct lock *
memory_lock (const void *at)
{
  int i = 0;
  while (i < n_locks && locks[i].at != at)
    i++;
  if (i == LOCKS)
    {
      engine_fail ("limit", "", "more than %d mutexes", LOCKS);
      i = 0;
    }
  struct lock *l = &locks[i];
  n_locks += i == n_locks;
  if (l->at != at || l->era != era)
    {
      *l = (struct lock) { .at = at, .owner = -1, .era = era };
      memset (&l->view, 0, sizeof l->view);
    }
  return l;
}

/* ---- Freed memory -------------------------------------------------------- */

void
memory_check_freed (const void *at)
{
  for (int i = 0; i < n_freed; i++)
    if ((const char *) at >= freed[i].from && (const char *) at < freed[i].to)
      engine_fail ("use after free", "", "%s uses %s",
                   current ? current->name : "check", memory_name (at));
}

/* Whoever frees must know of all that happened to the memory. */
void
memory_free (const void *at, size_t size)
{
  const char *from = at, *to = from + size;
  plain_free (at, size);
  for (int i = 0; current && i < n_locations; i++)
    if (locations[i].era == era && (char *) locations[i].at >= from
        && (char *) locations[i].at < to && options.memory == RA
        && current->view.at[locations[i].component] < locations[i].n - 1)
      engine_fail ("race", "model_free", "%s frees %s, which another task writes",
                   current->name, memory_name (locations[i].at));
  if (n_freed == FREED)
    {
      engine_fail ("limit", "", "more than %d blocks freed", FREED);
      return;
    }
  freed[n_freed].from = from;
  freed[n_freed++].to = to;
}

/* ---- A scenario, an execution -------------------------------------------- */

void
memory_new_scenario (void)
{
  memset (table, 0, sizeof table);
  plain_new_scenario ();
  n_locations = n_components = n_names = n_locks = 0;
}

void
memory_reset (void)
{
  era++;
  n_pool = n_freed = n_counters = 0;
  memset (&everybody, 0, sizeof everybody);
  hash_reset (n_components);
}

void
memory_task_start (struct task *t)
{
  memset (&t->view, 0, sizeof t->view);
  t->n_buffer = 0;
}
