/* SPDX-License-Identifier: MIT */
/* wait_copy.c - the processes of all ranks, and what they wait for, as a program on rank 0.
 *
 * Its processes, records and views stand for those of all ranks.  It is made from the answers of
 * the ranks in two rounds (wait_search.c): a process sleeps in the copy if it slept in both, and
 * has not stopped in between.  All others, and those on their way to a rank, count as running.
 */
#include "rank/ranks.h"

#include "deadlock/deadlock.h"

/* ---- Processes -------------------------------------------------------------------------- */

/* The processes of all ranks, and what they wait for. */
struct copied_process
{
  struct erb_process process;
  struct copied_process *next; /* of its chain */
  struct erb_wait wait;
  int64_t key;
  int rank;
  bool waits;                  /* in the second round, */
  bool slept;                  /* and since the first one */
};

struct copied_record
{
  struct copied_record *next; /* of its chain */
  struct erb_key key;
  erbium_record record;       /* the last: its slots follow */
};

struct block { struct block *next; };

enum { CHAINS = 4096 };

static erbium_program *copy;
static struct block *blocks;                      /* all memory of the copy */
static struct copied_process *process_at[CHAINS];
static struct copied_record *record_at[CHAINS];
static struct copied_process *unknown;            /* holds ids that are on their way */

static void *
get (size_t size)
{
  const size_t head = 2 * ERBIUM_LINE;
  size_t bytes = (head + size + head - 1) / head * head;
  struct block *b = aligned_alloc (head, bytes);
  if (!b)
    erb_fault_of_all (ERBIUM_EXIT_RESOURCE, NULL, NULL, "no memory to search for a deadlock");
  memset (b, 0, bytes);
  b->next = blocks;
  blocks = b;
  return (char *) b + head;
}

void
erb_copy_free (void)
{
  for (struct block *b = blocks, *after; b; b = after)
    {
      after = b->next;
      free (b);
    }
  blocks = NULL;
  unknown = NULL;
  memset (process_at, 0, sizeof process_at);
  memset (record_at, 0, sizeof record_at);
}

/* A text of an answer; it stays as long as the copy. */
static char *
take_text (struct erb_bytes *b)
{
  int64_t size = erb_take_number (b);
  if (size < 0)
    return NULL;
  char *text = get ((size_t) size + 1);
  erb_take (b, text, (size_t) size);
  return text;
}

static struct copied_process *
process_of (int64_t key)
{
  struct copied_process *c = process_at[(uint64_t) key % CHAINS];
  while (c && c->key != key)
    c = c->next;
  return c;
}

static struct copied_record **
chain_of (struct erb_key key)
{
  return &record_at[((uint64_t) key.number * 31 + (uint64_t) key.home) % CHAINS];
}

static erbium_record *
record_of (struct erb_key key)
{
  struct copied_record *c = *chain_of (key);
  while (c && (c->key.home != key.home || c->key.number != key.number))
    c = c->next;
  return c ? &c->record : NULL;
}

/* The function of a copied process: never called. */
static void
no_start (void *arguments)
{
  (void) arguments;
}

/* Makes a process and puts it into the list of the copy. */
static struct copied_process *
new_process (int64_t key, char *name, bool starts)
{
  struct copied_process *c = get (sizeof *c), **chain = &process_at[(uint64_t) key % CHAINS];
  struct erb_process *p = &c->process;
  c->key = key;
  c->next = *chain;
  *chain = c;
  p->program = copy;
  p->id = key < 0 ? -key : key;
  p->name = name;
  p->task = &erb_task_thread;
  p->entry.start = starts ? no_start : NULL;
  copy->alive += starts;
  p->next = copy->processes;
  copy->processes = p;
  return c;
}

/* Reads a process.  That which stands for it on rank 0 is the same one, if its rank has told. */
static void
take_process (struct erb_bytes *b, int rank)
{
  struct erb_told_process t;
  erb_take (b, &t, sizeof t);
  char *name = take_text (b);
  const char *where = take_text (b);
  struct copied_process *c = process_of (t.key);
  if (c && t.elsewhere)
    return;
  if (!c)
    c = new_process (t.key, name, t.starts);
  c->rank = rank;
  c->waits = t.waits;
  c->process.parks = t.parks;
  c->wait = (struct erb_wait) { .process = &c->process, .side = (enum erb_side) t.side,
                                .primitive = (enum erb_primitive) t.primitive, .need = t.need,
                                .enough = t.need, .end_of = t.end_of, .for_room = t.for_room,
                                .where = where };
}

static void
take_processes (struct erb_bytes *b, int rank)
{
  int64_t count = erb_take_number (b);
  for (int64_t n = 0; n < count; n++)
    take_process (b, rank);
}

static int
newest_first (const void *a, const void *b)
{
  const struct erb_process *p = *(struct erb_process *const *) a;
  const struct erb_process *q = *(struct erb_process *const *) b;
  return (q->id > p->id) - (q->id < p->id);
}

/* The list of every program begins with its newest process. */
static void
sort_processes (void)
{
  size_t count = 0, n = 0;
  for (const struct erb_process *p = copy->processes; p; p = p->next)
    count++;
  struct erb_process **all = get (count * sizeof (struct erb_process *));
  for (struct erb_process *p = copy->processes; p; p = p->next)
    all[n++] = p;
  qsort (all, count, sizeof (struct erb_process *), newest_first);
  copy->processes = NULL;
  while (n-- > 0)
    {
      all[n]->next = copy->processes;
      copy->processes = all[n];
    }
}

/* Marks the processes that slept in the first round as well, and have not stopped since. */
static void
mark_sleepers (const struct erb_bytes *b)
{
  const struct erb_sleeper *s = (struct erb_sleeper *) b->at;
  for (size_t n = 0; n < b->size / sizeof *s; n++)
    {
      struct copied_process *c = process_of (s[n].key);
      if (c && c->process.parks == s[n].parks)
        c->slept = c->waits;
    }
}

/* ---- Records and views ------------------------------------------------------------------- */

static struct erb_view *
new_view (erbium_record *r, enum erb_side side, int id, struct erb_process *owner)
{
  struct erb_view *v = get (sizeof *v);
  v->record = r;
  v->record_id = r->id;
  v->record_where = r->where;
  v->program = copy;
  v->side = side;
  v->owner = owner;
  if (id > 0)
    {
      struct erb_id_state *state = &r->id_state[side][id - 1];
      v->registered = id;
      v->slot = &r->slot[side][id - 1];
      state->state = ERB_HELD;
      state->holder = v;
      erbium_store_relaxed (&v->slot->owner, (int64_t) (intptr_t) owner);
    }
  return v;
}

/* Returns a process that is not known: it runs, and may do everything. */
static struct erb_process *
some_process (void)
{
  if (!unknown)
    unknown = new_process (INT64_MAX, (char *) "?", false);
  return &unknown->process;
}

static void
take_id (struct erb_bytes *b, erbium_record *r)
{
  struct erb_told_id t;
  erb_take (b, &t, sizeof t);
  if (!r)
    return;
  enum erb_side side = (enum erb_side) t.side;
  struct erbium_slot *s = &r->slot[side][t.id - 1];
  struct erb_id_state *state = &r->id_state[side][t.id - 1];
  state->state = (enum erb_id_status) t.state;
  erbium_store_relaxed (&s->index, t.index);
  erbium_store_relaxed (&s->end, t.end);
  struct copied_process *c = t.holder == ERB_HELD_BY ? process_of (t.process) : NULL;
  if (t.state == ERB_HELD && (c || t.holder == ERB_HELD_BY_NOBODY))
    new_view (r, side, t.id, c ? &c->process : NULL)->seen = t.seen;
}

/* The home of a record says that another rank holds the id, but no rank says that it does.  So the
 * process that is about to have it, or has just given it up, is running. */
static void
hold_rest (erbium_record *r)
{
  for (int side = 0; side < ERB_SIDES; side++)
    for (int n = 0; n < r->ids[side]; n++)
      if (r->id_state[side][n].state == ERB_HELD && !r->id_state[side][n].holder)
        new_view (r, (enum erb_side) side, n + 1, some_process ());
}

/* Lays slots and states out as record/record.c does. */
static erbium_record *
new_record (const struct erb_told_record *t)
{
  size_t ids = (size_t) (t->ids[ERB_READ] + t->ids[ERB_WRITE]);
  struct copied_record *c = get (sizeof *c + sizeof (struct erbium_slot));
  erbium_record *r = &c->record;
  struct erbium_slot *s = get (ids * sizeof *s);
  struct erb_id_state *state = get (ids * sizeof *state);
  c->key = t->key;
  c->next = *chain_of (t->key);
  *chain_of (t->key) = c;
  r->program = copy;
  r->id = t->number;
  r->size = (size_t) t->size;
  for (int side = 0, at = 0; side < ERB_SIDES; at += t->ids[side++])
    {
      r->ids[side] = t->ids[side];
      r->slot[side] = s + at;
      r->id_state[side] = state + at;
    }
  for (size_t n = 0; n < ids; n++)
    {
      erbium_store_relaxed (&s[n].wake_at, ERBIUM_NEVER);
      erbium_store_relaxed (&s[n].end, ERBIUM_NEVER);
    }
  erb_lock_init (&r->lock);
  return r;
}

static void
name_record (erbium_record *r, const char *name)
{
  struct erb_name *n = get (sizeof *n + strlen (name) + 1);
  strcpy (n->text, name);
  erbium_store_relaxed (&r->name, (int64_t) (intptr_t) n);
}

/* Reads what a rank tells of a record: at first the homes, then those that hold ids. */
static void
take_record (struct erb_bytes *b, bool of_homes)
{
  struct erb_told_record t;
  erb_take (b, &t, sizeof t);
  const char *where = take_text (b), *name = take_text (b);
  bool takes = t.is_home == of_homes;
  erbium_record *r = !takes ? NULL : of_homes ? new_record (&t) : record_of (t.key);
  if (r && of_homes)
    {
      r->where = where;
      if (name)
        name_record (r, name);
    }
  for (int n = 0; n < t.told; n++)
    take_id (b, r);
}

static void
take_records (struct erb_bytes *b, bool of_homes)
{
  int64_t count = erb_take_number (b);
  for (int64_t n = 0; n < count; n++)
    take_record (b, of_homes);
}

/* Lets a process of the copy sleep, if it did.  Without a copy of its record, which has ended on
 * the home, it is about to see the end of the stream. */
static void
let_sleep (struct copied_process *c, struct erb_view *v)
{
  if (!c->slept)
    return;
  c->wait.view = v;
  c->wait.record = v ? v->record : NULL;
  erbium_store_relaxed (&c->process.wait, (int64_t) (intptr_t) &c->wait);
}

/* Reads a view of a process that waits. */
static void
take_view (struct erb_bytes *b)
{
  struct erb_told_view t;
  erb_take (b, &t, sizeof t);
  erbium_record *r = record_of (t.record);
  struct copied_process *c = process_of (t.process);
  if (!r || !c)
    return;
  struct erb_view *v = new_view (r, (enum erb_side) t.side, t.id, &c->process);
  if (v->slot)
    erbium_store_relaxed (&v->slot->index, t.index);
  v->id = t.number;
  v->seen = t.seen;
  v->horizon = t.horizon;
  v->run_first = t.run_first;
  v->run_end = t.run_end;
  v->grown = t.grown;
  v->told = t.told;
  v->next = c->process.views;
  c->process.views = v;
  if (t.waited_on)
    let_sleep (c, v);
}

static void
take_views (struct erb_bytes *b)
{
  while (b->next < b->size)
    take_view (b);
}

/* ---- The whole --------------------------------------------------------------------------- */

erbium_program *
erb_copy_program (const struct erb_bytes *first, struct erb_bytes *second, bool warned)
{
  const erbium_program *spread = erb_rank_owner[erb_rank]->program;
  copy = get (sizeof *copy);
  copy->id = spread->id;
  copy->set = spread->set;
  copy->warned = warned;
  erb_lock_init (&copy->lock);
  for (int q = 0; q < erb_ranks; q++)
    take_processes (&second[q], q);
  sort_processes ();
  for (int q = 0; q < erb_ranks; q++)
    mark_sleepers (&first[q]);
  size_t *records = get ((size_t) erb_ranks * sizeof *records);
  for (int q = 0; q < erb_ranks; q++)
    {
      records[q] = second[q].next;
      take_records (&second[q], true);
    }
  for (int q = 0; q < erb_ranks; q++)
    {
      second[q].next = records[q];
      take_records (&second[q], false);
    }
  for (int n = 0; n < CHAINS; n++)
    for (struct copied_record *c = record_at[n]; c; c = c->next)
      hold_rest (&c->record);
  for (struct erb_process *p = copy->processes; p; p = p->next)
    {
      struct copied_process *c = (struct copied_process *) p;
      if (c->wait.primitive == ERB_join)
        let_sleep (c, NULL);
    }
  for (int q = 0; q < erb_ranks; q++)
    take_views (&second[q]);
  return copy;
}

void
erb_copy_tell_growth (void)
{
  for (struct erb_process *p = copy->processes; p; p = p->next)
    {
      const struct copied_process *c = (struct copied_process *) p;
      const struct erb_view *v = c->wait.view;
      erbium_index to = v ? erbium_load_relaxed (&v->grow_to) : 0;
      if (to == 0)
        continue;
      struct erb_message *m = erb_message_new (ERB_TO_GROW, 0);
      m->a = c->key;
      m->b = p->parks;
      m->c = to;
      m->d = v->grown | v->told << 1;
      erb_post_or_see (c->rank, m, erb_see_grow);
    }
}
