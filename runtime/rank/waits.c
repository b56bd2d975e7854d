/* SPDX-License-Identifier: MIT */
/* waits.c - what a rank tells rank 0 of its processes that wait, for the search for deadlocks.
 *
 * A rank whose processes all sleep, or of which one has slept for long, says so, once.  Rank 0 then
 * asks all ranks twice (wait_search.c).  What a rank knows itself is right: which of its processes
 * sleep, what each has released or committed, and, as the home of a record, what became of ids.
 * What it knows of other ranks may be old, so it says nothing of that.
 */
#include "rank/ranks.h"

enum
{
  PATIENCE = 2000000,       /* ns without a move before a rank says that all its processes sleep */
  LONGEST = 100000000,      /* ns, what that grows to while rank 0 asks and nothing moves */
  LONG_SLEEP = 100000000    /* ns between two looks for processes that have slept meanwhile */
};

/* ---- Processes that wait ---------------------------------------------------------------- */

/* Whether p waits and lacks what it waits for, as far as this rank knows.  The join of another rank
 * than 0 ends with the answer of rank 0 alone.  Under the program's lock. */
static bool
waits (const struct erb_process *p)
{
  const struct erb_wait *w = erb_process_waits_on (p);
  return w && ((!w->view && erb_rank > 0) || !erb_ready (w));
}

/* Returns a number of p that no process of another rank has: rank 0 numbers all that were run, and
 * each rank the threads that have entered the program there. */
static int64_t
key_of (const struct erb_process *p)
{
  return p->entry.start || erb_rank == 0 ? p->id : -((int64_t) erb_rank << 40 | p->id);
}

/* The engine is among the processes of the program, too. */
static bool
is_engine (const struct erb_process *p)
{
  return p->id < 0;
}

static void
put_sleepers (struct erb_bytes *b, erbium_program *program)
{
  for (struct erb_process *p = program->processes; p; p = p->next)
    if (!is_engine (p) && waits (p))
      {
        struct erb_sleeper s = { key_of (p), p->parks };
        erb_put (b, &s, sizeof s);
      }
}

void
erb_waits_put_sleepers (struct erb_bytes *b, erbium_program *program)
{
  erb_os->lock (&program->lock);
  erb_tasks_hold (program);
  put_sleepers (b, program);
  erb_tasks_go_on (program);
  erb_os->unlock (&program->lock);
}

/* ---- All that the search needs ------------------------------------------------------------- */

static struct erb_key
key_of_record (const erbium_record *r)
{
  return r->shared ? r->shared->key : (struct erb_key) { erb_rank, r->id };
}

static void
put_view (struct erb_bytes *b, const struct erb_view *v, const struct erb_wait *w)
{
  struct erb_told_view t = {
    .record = key_of_record (v->record), .process = key_of (v->owner), .side = (int32_t) v->side,
    .id = v->registered, .grown = v->grown, .told = v->told, .waited_on = v == w->view,
    .number = v->id, .index = erb_index (v), .seen = v->seen, .run_first = v->run_first,
    .run_end = v->run_end, .horizon = v->horizon,
  };
  erb_put (b, &t, sizeof t);
}

static void
put_process (struct erb_bytes *b, const struct erb_process *p)
{
  const struct erb_wait *w = waits (p) ? erb_process_waits_on (p) : NULL;
  struct erb_told_process t = { .key = key_of (p), .parks = p->parks,
                                .starts = p->entry.start != NULL,
                                .elsewhere = erb_is_stand_in (p), .waits = w != NULL };
  if (w)
    {
      t.primitive = (int32_t) w->primitive;
      t.side = (int32_t) w->side;
      t.for_room = w->for_room;
      t.need = w->need;
      t.end_of = w->end_of;
    }
  erb_put (b, &t, sizeof t);
  erb_put_text (b, p->name);
  erb_put_text (b, w ? w->where : NULL);
}

/* Describes an id as this rank sees it.  Returns false if another rank holds it, unless this one is
 * the home. */
static bool
describe_id (const erbium_record *r, enum erb_side side, int n, struct erb_told_id *t)
{
  const struct erb_shared_record *s = r->shared;
  const struct erb_view *v = r->id_state[side][n].holder;
  bool is_home = !s || s->key.home == erb_rank;
  *t = (struct erb_told_id) { .side = (int32_t) side, .id = n + 1,
                              .state = (int32_t) r->id_state[side][n].state,
                              .index = erbium_load_acquire (&r->slot[side][n].index),
                              .end = erbium_load_acquire (&r->slot[side][n].end) };
  if (s && is_home)
    erb_id_standing (s, side, n, t);
  bool here = t->state == ERB_HELD && v && (!s || v != s->place[side][n].shadow);
  if (t->state == ERB_HELD)
    t->holder = !here ? ERB_HELD_ELSEWHERE : v->owner ? ERB_HELD_BY : ERB_HELD_BY_NOBODY;
  if (here)
    {
      t->process = v->owner ? key_of (v->owner) : 0;
      t->seen = v->seen;
      t->index = erb_index (v);
    }
  return here || is_home;
}

/* A rank that is not the home tells which ids its own views hold. */
static void
put_record (struct erb_bytes *b, erbium_record *r)
{
  const struct erb_shared_record *s = r->shared;
  struct erb_told_id id;
  bool is_home = !s || s->key.home == erb_rank;
  struct erb_told_record t = { .key = key_of_record (r), .is_home = is_home, .number = r->id,
                               .size = (int64_t) r->size,
                               .ids = { r->ids[ERB_READ], r->ids[ERB_WRITE] } };
  erb_record_lock (r);
  for (int side = 0; side < ERB_SIDES; side++)
    for (int n = 0; n < r->ids[side]; n++)
      t.told += describe_id (r, (enum erb_side) side, n, &id);
  erb_put (b, &t, sizeof t);
  erb_put_text (b, is_home ? r->where : NULL);
  erb_put_text (b, is_home ? erb_record_name (r) : NULL);
  for (int side = 0; side < ERB_SIDES; side++)
    for (int n = 0; n < r->ids[side]; n++)
      if (describe_id (r, (enum erb_side) side, n, &id))
        erb_put (b, &id, sizeof id);
  erb_record_unlock (r);
}

static void
put_processes (struct erb_bytes *b, const erbium_program *program)
{
  int64_t number = 0;
  for (const struct erb_process *p = program->processes; p; p = p->next)
    number += !is_engine (p);
  erb_put_number (b, number);
  for (const struct erb_process *p = program->processes; p; p = p->next)
    if (!is_engine (p))
      put_process (b, p);
}

static void
put_records (struct erb_bytes *b, const erbium_program *program)
{
  int64_t number = 0;
  for (const erbium_record *r = program->records; r; r = r->next)
    number++;
  erb_put_number (b, number);
  for (erbium_record *r = program->records; r; r = r->next)
    put_record (b, r);
}

/* Puts the views of the processes that wait. */
static void
put_views (struct erb_bytes *b, const erbium_program *program)
{
  for (const struct erb_process *p = program->processes; p; p = p->next)
    if (!is_engine (p) && waits (p))
      for (const struct erb_view *v = p->views; v; v = v->next)
        put_view (b, v, erb_process_waits_on (p));
}

void
erb_waits_put_all (struct erb_bytes *b, erbium_program *program)
{
  erb_os->lock (&program->lock);
  erb_tasks_hold (program);
  put_processes (b, program);
  put_records (b, program);
  put_views (b, program);
  erb_tasks_go_on (program);
  erb_os->unlock (&program->lock);
}

/* ---- Messages ------------------------------------------------------------------------------ */

static int64_t quiet_since, patience = PATIENCE; /* ns */
static bool told;                                /* rank 0 knows that all sleep */

/* Rank 0 asks.  It asks all ranks twice: for those that sleep, and for everything. */
bool
erb_see_probe (const struct erb_message *m)
{
  struct erb_bytes b = { .at = NULL };
  erbium_program *program = erb_rank_owner[erb_rank]->program;
  if (m->b == 1)
    erb_waits_put_sleepers (&b, program);
  else
    erb_waits_put_all (&b, program);
  struct erb_message *answer = erb_message_new (ERB_TO_WAITS, b.size);
  answer->a = m->a;
  answer->b = m->b;
  if (b.size > 0)
    memcpy (answer->more, b.at, b.size);
  free (b.at);
  erb_post (m->from, answer);
  erb_waits_asked ();
  return true;
}

void
erb_waits_asked (void)
{
  told = false;
  quiet_since = erb_os->now ();
  patience = 2 * patience < LONGEST ? 2 * patience : LONGEST;
}

/* A larger window breaks a cycle: the process that waited still does, and takes it. */
bool
erb_see_grow (const struct erb_message *m)
{
  erbium_program *program = erb_rank_owner[erb_rank]->program;
  erb_os->lock (&program->lock);
  erb_tasks_hold (program);
  struct erb_process *p = program->processes;
  while (p && (is_engine (p) || key_of (p) != m->a || p->parks != m->b))
    p = p->next;
  if (p && waits (p) && erb_process_waits_on (p)->view)
    {
      const struct erb_wait *w = erb_process_waits_on (p);
      w->view->grown = m->d & 1;
      w->view->told = m->d & 2;
      erbium_store_release (&w->view->grow_to, m->c); /* has, take_growth in sync/ */
      erb_wake (w->record, ERB_READ, true);
    }
  erb_tasks_go_on (program);
  erb_os->unlock (&program->lock);
  return true;
}

/* ---- When to tell --------------------------------------------------------------------------- */

static void
tell (bool all)
{
  struct erb_message *m = erb_message_new (ERB_TO_STILL, 0);
  m->a = all;
  if (erb_rank > 0)
    {
      erb_post (0, m);
      return;
    }
  erb_see_still (m);
  free (m);
}

static int
by_key (const void *a, const void *b)
{
  const struct erb_sleeper *x = a, *y = b;
  return (x->key > y->key) - (x->key < y->key);
}

/* Whether a process has slept since the last look. */
static bool
sleeps_for_long (erbium_program *program)
{
  static struct erb_bytes before;
  struct erb_bytes now = { .at = NULL };
  erb_waits_put_sleepers (&now, program);
  const struct erb_sleeper *s = (struct erb_sleeper *) now.at;
  const struct erb_sleeper *old = (struct erb_sleeper *) before.at;
  size_t count = now.size / sizeof *s, old_count = before.size / sizeof *old, k = 0;
  bool any = false;
  if (count > 1)
    qsort (now.at, count, sizeof *s, by_key);
  for (size_t n = 0; n < count && !any; n++)
    {
      while (k < old_count && old[k].key < s[n].key)
        k++;
      any = k < old_count && old[k].key == s[n].key && old[k].parks == s[n].parks;
    }
  free (before.at);
  before = now;
  return any;
}

int64_t
erb_waits_look (int64_t now, bool moved)
{
  static int64_t looked;
  erbium_program *program = erb_rank_owner[erb_rank]->program;
  bool sleep = erbium_load_relaxed (&program->awake) <= 1; /* but for the engine */
  if (moved || !sleep)
    {
      quiet_since = now;
      patience = PATIENCE;
      told = false;
    }
  else if (!told && now - quiet_since >= patience)
    {
      told = true;
      tell (true);
    }
  if (now - looked >= LONG_SLEEP)
    {
      looked = now;
      if (sleeps_for_long (program))
        tell (false);
    }
  return told || !sleep ? LONG_SLEEP : patience - (now - quiet_since);
}
