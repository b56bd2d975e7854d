/* SPDX-License-Identifier: MIT */
/* memory.c - what a load may return, under two models of memory.
 *
 * The one idea: what a task may still see is a *view*, a number for each
 * location, and everything that orders (acquire, mutex, fence) is a maximum of
 * two views.  The same views, with further components, find data races (plain.c).
 *
 * TSO.  A location has one value.  A task's stores wait in its buffer, first in
 * first out, until the schedule flushes one; its own loads see them.  Locked
 * operations, mutexes, futex calls and fences empty the buffer.  Every store is
 * a release and every load an acquire here, for that is what the machine gives.
 *
 * RA.  A location is a list of messages in modification order.  A task may read
 * any message not older than its view; that message becomes its view of the
 * location.  A release store attaches the writer's view to its message, and an
 * acquire load of it joins that view; a relaxed store attaches nothing but
 * itself.  A read-modify-write stands right behind the message that it read,
 * nothing ever comes between the two, and it passes on what that message
 * carried (its release sequence).  A store may be placed anywhere after the
 * writer's view where it does not part such a pair: so two writers that do not
 * know of each other get both orders, whatever order they run in.
 *
 * What RA leaves out.  A load reads what has been stored already in the
 * execution: load buffering (both loads of x=r | y=r read 1) does not appear,
 * as it does not in any model without promises.  With options.append a store
 * goes to the end only.  That loses nothing where a location has one writer, for
 * its modification order is then its writer's program order, nor where all
 * writes but the first are read-modify-writes; with several writers it loses
 * 2+2W.
 *
 * A fence (heavy barrier) joins the view of a task and the one global view both
 * ways.  A futex orders nothing but its word: a wait reads no message older than
 * what a waker knew of that word.  (The kernel has full barriers in both calls;
 * a program that leans on them for other data is wrong here.)  In TSO futex
 * calls do empty the caller's buffer.
 *
 * Equal states.  Messages that no running task can read any more are dropped
 * from the hash, and positions count from the oldest that one can: histories
 * that differ in nothing that matters hash alike.
 */
#include "engine.h"

#include <stdio.h>
#include <string.h>

enum { TABLE = 2048, NAMES = 64, FREED = 64, COUNTERS = 16 };

static int n_freed, n_locks;
static struct { const char *from, *to; } counters[COUNTERS];
static int n_counters;

static struct location locations[LOCATIONS];
static int n_locations, n_components, width;
static struct { const void *at; struct location *location; } table[TABLE];
static struct { const void *at; const char *name; } names[NAMES];
static int n_names;

static struct message pool[POOL];
static int n_pool;
static struct view everybody;  /* the global view that fences join */
unsigned era;

/* ---- Views --------------------------------------------------------------- */

static void
join (struct view *a, const struct view *b)
{
  for (int c = 0; c < width; c++)
    a->at[c] = a->at[c] > b->at[c] ? a->at[c] : b->at[c];
}

static void
copy (struct view *a, const struct view *b)
{
  memcpy (a, b, width * sizeof a->at[0]);
}

static int16_t latest[COMPONENTS]; /* see "as far as somebody can tell" */

int
memory_component (void)
{
  if (n_components == COMPONENTS)
    {
      engine_fail ("limit", "", "more than %d components in a view", COMPONENTS);
      return 0;
    }
  width = (n_components + 32) & ~31;
  latest[n_components] = -1;
  return n_components++;
}

/* ---- Locations and data by address ---------------------------------------- */

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

static struct message *
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
  memset (&m->view, 0, sizeof m->view);
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
      l->floor = 0;
      l->message[0] = new_message (raw (at, size));
    }
  return l;
}

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
  for (int c = 0; c < n_components; c++)
    latest[c] = latest[c] < 0 ? -1 : 0;
}

void
memory_task_start (struct task *t)
{
  memset (&t->view, 0, sizeof t->view);
  t->n_buffer = 0;
}

/* ---- Counters --------------------------------------------------------------- */


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

/* ---- Views, as far as somebody can tell ------------------------------------ */

static struct view base; /* what every task that still runs knows */

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
        for (int c = 0; c < width; c++)
          if (first || tasks[t].view.at[c] < base.at[c])
            base.at[c] = tasks[t].view.at[c];
        first = false;
      }
}

static uint64_t
hash_view (uint64_t h, const struct view *v)
{
  for (int c = 0; c < width; c++)
    if (latest[c] < 0 ? v->at[c] > base.at[c]
                      : v->at[c] == latest[c] && base.at[c] < latest[c])
      h = latest[c] >= 0 ? mix (h, c) : mix (h, (uint64_t) c << 16 | (v->at[c] - base.at[c]));
  return mix (h, 1);
}

/* ---- Mutexes ------------------------------------------------------------- */

static struct lock locks[LOCKS];

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

static uint64_t
hash_lock (uint64_t h, const struct lock *l)
{
  h = mix (mix (h, l->owner + 1), l->history);
  return hash_view (h, &l->view);
}

/* ---- Freed memory ---------------------------------------------------------- */

static struct { const char *from, *to; } freed[FREED];

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

/* ---- Spinning: what this round of a loop has seen -------------------------- */

static void
note_seen (struct task *t, struct location *l, int64_t value)
{
  t->round = mix (mix (t->round, l->component), value);
  int i = 0;
  while (i < t->n_seen && t->seen[i].at != l)
    i++;
  if (i == READS)
    return;
  t->seen[i] = (struct seen) { l, value };
  t->n_seen += i == t->n_seen;
}

static void
note_done (struct task *t, struct location *l, int64_t value)
{
  t->round = mix (mix (t->round, ~(uint64_t) l->component), value);
}

/* ---- TSO ----------------------------------------------------------------- */

static void
set_only (struct location *l, int64_t value, const struct view *v, uint64_t history)
{
  l->message[0]->value = value;
  l->message[0]->history = history;
  copy (&l->message[0]->view, v);
}

void
memory_flush (struct task *t)
{
  struct buffered *b = &t->buffer[0];
  set_only (b->at, b->value, &b->view, b->history);
  t->n_buffer--;
  for (int i = 0; i < t->n_buffer; i++)
    {
      t->buffer[i].at = t->buffer[i + 1].at;
      t->buffer[i].value = t->buffer[i + 1].value;
      t->buffer[i].history = t->buffer[i + 1].history;
      copy (&t->buffer[i].view, &t->buffer[i + 1].view);
    }
}

void
memory_drain (struct task *t)
{
  while (t->n_buffer)
    memory_flush (t);
}

/* What t would load from l now. */
static int64_t
tso_visible (struct task *t, struct location *l)
{
  for (int i = t->n_buffer; i-- > 0;)
    if (t->buffer[i].at == l)
      return t->buffer[i].value;
  return l->message[0]->value;
}

static void
tso_acquire (struct task *t, struct location *l)
{
  join (&t->view, &l->message[0]->view);
  if (options.carry)
    t->hash = mix (t->hash, l->message[0]->history);
}

static void
tso_perform (struct task *t)
{
  struct location *l = t->op.at;
  if (t->op.kind == OP_STORE)
    {
      struct buffered *b = &t->buffer[t->n_buffer++];
      b->at = l;
      b->value = t->op.x;
      b->history = t->hash;
      copy (&b->view, &t->view);
      note_done (t, l, t->op.x);
      return;
    }
  if (t->op.kind != OP_LOAD)
    memory_drain (t);
  int64_t value = tso_visible (t, l);
  note_seen (t, l, value);
  t->result = value;
  if (t->op.kind == OP_WAIT)
    return;
  tso_acquire (t, l);
  if (t->op.kind == OP_LOAD)
    return;
  bool swap = t->op.kind == OP_CAS;
  t->result = swap ? value == t->op.x : value + t->op.x;
  if (!swap || t->result)
    set_only (l, swap ? t->op.y : t->result, &t->view, t->hash);
  note_done (t, l, t->result);
}

/* ---- RA ------------------------------------------------------------------ */

/* Positions of l from p on move up by one, in whatever names a position. */
static void
shift (struct location *l, int p)
{
  int c = l->component;
  for (int t = 0; t < n_tasks; t++)
    tasks[t].view.at[c] += tasks[t].view.at[c] >= p;
  for (int i = 0; i < n_pool; i++)
    pool[i].view.at[c] += pool[i].view.at[c] >= p;
  everybody.at[c] += everybody.at[c] >= p;
  l->floor += l->floor >= p;
  for (int i = 0; i < n_locks; i++)
    locks[i].view.at[c] += locks[i].view.at[c] >= p;
  memmove (&l->message[p + 1], &l->message[p], (l->n - p) * sizeof l->message[0]);
}

/* t's message of that value at position p. */
static void
insert (struct task *t, struct location *l, int p, int64_t value, bool release)
{
  if (l->n == MESSAGES)
    {
      engine_fail ("limit", t->op.where, "more than %d messages in one location",
                   MESSAGES);
      return;
    }
  if (p < l->n)
    shift (l, p);
  struct message *m = new_message (value);
  l->message[p] = m;
  l->n++;
  t->view.at[l->component] = p;
  m->view.at[l->component] = p;
  m->rmw = t->op.kind != OP_STORE;
  m->history = t->hash;
  if (release)
    copy (&m->view, &t->view);
}

static int64_t
ra_read (struct task *t, struct location *l, int p, bool acquire)
{
  struct message *m = l->message[p];
  t->view.at[l->component] = p;
  if (acquire)
    join (&t->view, &m->view);
  if (acquire && options.carry)
    t->hash = mix (t->hash, m->history);
  note_seen (t, l, m->value);
  return m->value;
}

static void
ra_perform (struct task *t, int p)
{
  struct location *l = t->op.at;
  bool rmw = t->op.kind == OP_ADD || t->op.kind == OP_CAS;
  if (t->op.kind == OP_STORE)
    {
      insert (t, l, p, t->op.x, t->op.ordered);
      note_done (t, l, t->op.x);
      return;
    }
  int64_t value = ra_read (t, l, p, t->op.ordered || rmw);
  t->result = value;
  if (!rmw)
    return;
  bool swap = t->op.kind == OP_CAS;
  t->result = swap ? value == t->op.x : value + t->op.x;
  if (!swap || t->result)
    insert (t, l, p + 1, swap ? t->op.y : t->result, true);
  note_done (t, l, t->result);
}

/* May a message stand at position p > 0? */
static bool
free_place (const struct location *l, int p)
{
  return p == l->n || (!options.append && !l->message[p]->rmw);
}

/* Where t's next operation may read or stand. */
static int
ra_variants (struct task *t, int *arg)
{
  struct location *l = t->op.at;
  int n = 0, from = t->view.at[l->component];
  bool store = t->op.kind == OP_STORE, add = t->op.kind == OP_ADD,
       swap = t->op.kind == OP_CAS;
  if (t->op.kind == OP_WAIT && l->floor > from)
    from = l->floor;
  for (int p = from; p < l->n && n < ACTIONS; p++)
    {
      bool writes = store || add || (swap && l->message[p]->value == t->op.x);
      bool last_only = (add || swap) && options.append;
      if (last_only ? p == l->n - 1 : !writes || free_place (l, p + 1))
        arg[n++] = store ? p + 1 : p;
    }
  return n;
}

/* ---- Both ---------------------------------------------------------------- */

int
memory_variants (struct task *t, int *arg)
{
  if (options.memory == RA)
    return ra_variants (t, arg);
  arg[0] = 0;
  return !(t->op.kind == OP_STORE && t->n_buffer == BUFFER);
}

void
memory_perform (struct task *t, int arg)
{
  t->result = 0;
  if (options.memory == RA)
    ra_perform (t, arg);
  else
    tso_perform (t);
}

/* t's operation on a location that is its own, or that nobody writes. */
void
memory_local (struct task *t)
{
  struct location *l = t->op.at;
  memory_direct (&t->op, &t->result);
  if (t->op.kind == OP_LOAD || t->op.kind == OP_ADD || t->op.kind == OP_CAS)
    note_seen (t, l, l->message[0]->value);
  if (t->op.kind != OP_LOAD)
    note_done (t, l, t->op.x);
}

/* Outside the tasks: one value, at once. */
void
memory_direct (struct op *op, int64_t *result)
{
  struct location *l = op->at;
  struct message *m = l->message[l->n - 1];
  *result = op->kind == OP_STORE ? 0 : m->value;
  if (op->kind == OP_STORE)
    m->value = op->x;
  else if (op->kind == OP_ADD)
    *result = m->value += op->x;
  else if (op->kind == OP_CAS && (*result = m->value == op->x))
    m->value = op->y;
  if (current)
    return;
  if (l->size == 4)
    *(int32_t *) l->at = m->value;
  else
    *(int64_t *) l->at = m->value;
}

/* Does t's next operation, done as arg, write to its location?  At the end? */
bool
memory_writes (const struct task *t)
{
  if (t->op.kind == OP_STORE)
    return options.memory == RA;
  return t->op.kind != OP_LOAD;
}

bool
memory_appends (const struct task *t, int arg)
{
  return t->op.kind == OP_STORE && arg == t->op.at->n;
}

void
memory_fence (struct task *t)
{
  memory_drain (t);
  join (&everybody, &t->view);
  copy (&t->view, &everybody);
}

/* Whoever waits on at from now on reads nothing older than t knows of. */
void
memory_futex_floor (struct task *t, struct location *at)
{
  memory_drain (t);
  if (options.memory == RA && t->view.at[at->component] > at->floor)
    at->floor = t->view.at[at->component];
}

void
memory_join_lock (struct task *t, struct lock *l)
{
  memory_drain (t);
  join (&t->view, &l->view);
}

void
memory_leave_lock (struct task *t, struct lock *l)
{
  memory_drain (t);
  copy (&l->view, &t->view);
}

/* ---- Spinning: is there anything new? -------------------------------------- */

/* The position of the next message of another value, or 0. */
static int
newer (struct task *t, struct seen *s)
{
  for (int p = t->view.at[s->at->component] + 1; p < s->at->n; p++)
    if (s->at->message[p]->value != s->value)
      return p;
  return 0;
}

/* The ways in which t can come to see other than it saw in this round. */
int
memory_news (struct task *t, int *arg)
{
  int n = 0;
  for (int i = 0; i < t->n_seen; i++)
    if (options.memory == RA ? newer (t, &t->seen[i]) != 0
                             : tso_visible (t, t->seen[i].at) != t->seen[i].value)
      arg[n++] = i;
  return options.memory == TSO && n > 1 ? 1 : n;
}

void
memory_learn (struct task *t, int arg)
{
  if (options.memory == RA)
    t->view.at[t->seen[arg].at->component] = newer (t, &t->seen[arg]);
}

/* ---- The hash of the state of memory ---------------------------------------- */

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
  return mix (h, l->floor > oldest ? l->floor - oldest : 0);
}

static uint64_t
hash_task (uint64_t h, struct task *t)
{
  h = hash_view (h, &t->view);
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
