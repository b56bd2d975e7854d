/* SPDX-License-Identifier: MIT */
/* snapshot.c - copies of the processes and records of a program that goes on meanwhile.
 *
 * The lists change while they are read.  So each descriptor is checked: a process or a record names
 * the program that it belongs to, and a wait names its process and its record.  A descriptor that
 * was given to another list leads elsewhere, and a list that seems endless is left; then the
 * snapshot is torn, and is taken again a few times.
 *
 * A process that waits is found in the queue of the record, where it is from the beginning of a
 * sleep on, or by the wait that it joins in.  One that polls for a moment counts as one that runs.
 */
#define _GNU_SOURCE
#include "top/tool/snapshot.h"

#include <time.h>

enum { MOST = 4000000, MOST_IDS = 1 << 16, TRIES = 5 };

/* Returns room for one more of `used' elements of `size' bytes. */
static void *
grow (void *list, int used, size_t size)
{
  if (used & (used - 1)) /* there is room up to the next power of two */
    return list;
  void *larger = realloc (list, (used ? 2 * (size_t) used : 1) * size);
  if (!larger)
    {
      fputs ("erbium-top: error: no memory\n", stderr);
      exit (1);
    }
  return larger;
}

/* ---- Processes ------------------------------------------------------------ */

/* A fiber that is in a queue, or was made ready while it was on its way to sleep, runs next. */
static enum state
state_of (const struct erb_process *p)
{
  return p->fiber && p->row ? READY : RUNS;
}

static void
add_process (struct snapshot *s, const struct target *t, const struct erb_process *at,
             const struct erb_process *p, int64_t program)
{
  struct erb_task_model model;
  s->process = grow (s->process, s->processes, sizeof *s->process);
  struct seen_process *q = &s->process[s->processes++];
  *q = (struct seen_process) { .at = at, .program = program, .id = p->id, .state = state_of (p),
                               .record = NOBODY, .awaited = NOBODY };
  if (!target_text (t, p->name, q->name, sizeof q->name))
    strcpy (q->name, "?");
  if (p->task && target_read (t, p->task, &model, sizeof model))
    {
      q->stands_in = model.stands_in;
      target_text (t, model.name, q->model, sizeof q->model);
    }
  for (int side = 0; side < ERB_SIDES; side++)
    q->waited[side] = erbium_load_relaxed (&p->counts.waited[side]);
}

static void
add_processes (struct snapshot *s, const struct target *t, const erbium_program *at,
               const erbium_program *program)
{
  struct erb_process p;
  const struct erb_process *next = program->processes;
  for (int n = 0; next; n++, next = p.next)
    {
      if (n == MOST || !target_read (t, next, &p, sizeof p) || p.program != at)
        {
          s->torn = true;
          return;
        }
      add_process (s, t, next, &p, program->id);
    }
}

static int
compare_places (const void *a, const void *b)
{
  uintptr_t left = (uintptr_t) ((const struct seen_process *) a)->at;
  uintptr_t right = (uintptr_t) ((const struct seen_process *) b)->at;
  return (left > right) - (left < right);
}

/* The processes are in the order of their places. */
static int
find_process (const struct snapshot *s, const struct erb_process *at)
{
  struct seen_process key = { .at = at };
  const struct seen_process *p
    = s->processes && at ? bsearch (&key, s->process, (size_t) s->processes, sizeof key,
                                    compare_places) : NULL;
  return p ? (int) (p - s->process) : NOBODY;
}

/* ---- Records -------------------------------------------------------------- */

/* The last part of a path. */
static const char *
file_of (const char *place)
{
  const char *slash = strrchr (place, '/');
  return slash ? slash + 1 : place;
}

/* The name that the record was given, or the variable and the place where it was made. */
static void
name_record (struct seen_record *to, const struct target *t, const erbium_record *r)
{
  char place[256];
  const struct erb_name *name = (const struct erb_name *) (intptr_t) erbium_load_relaxed (&r->name);
  if (name && target_text (t, name->text, to->name, sizeof to->name) && to->name[0])
    return;
  if (r->variable && target_text (t, r->variable, to->name, sizeof to->name) && to->name[0])
    return;
  if (!target_text (t, r->where, place, sizeof place))
    strcpy (place, "?");
  snprintf (to->name, sizeof to->name, "%lld (%.24s)", (long long) r->id, file_of (place));
}

/* A producer that has ended does not count, unless all have: then the stream is as long as the
 * least of their ends.  A reader that has ended holds nobody up. */
static void
add_ids (struct seen_record *to, enum erb_side side, const struct erbium_slot *slots)
{
  erbium_index low = ERBIUM_NEVER;
  for (int n = 0; n < to->ids[side]; n++)
    {
      struct seen_id *id = &to->id_of[side][n];
      id->index = erbium_load_relaxed (&slots[n].index);
      id->owner = NOBODY;
      id->owner_at
        = (const struct erb_process *) (intptr_t) erbium_load_relaxed (&slots[n].owner);
      id->ended = id->index == ERBIUM_NEVER
                  || erbium_load_relaxed (&slots[n].end) != ERBIUM_NEVER;
      low = id->index < low ? id->index : low;
    }
  to->lowest[side] = low;
}

static bool
read_ids (struct seen_record *to, const struct target *t, const erbium_record *r,
          enum erb_side side)
{
  int count = r->ids[side];
  if (count < 0 || count > MOST_IDS)
    return false;
  struct erbium_slot *slots = aligned_alloc (ERBIUM_LINE, (size_t) (count + 1) * sizeof *slots);
  to->id_of[side] = calloc ((size_t) count + 1, sizeof *to->id_of[side]);
  bool good = slots && to->id_of[side]
              && (!count || target_read (t, r->slot[side], slots, (size_t) count * sizeof *slots));
  if (good)
    {
      to->ids[side] = count;
      add_ids (to, side, slots);
    }
  free (slots);
  return good;
}

static void
add_record (struct snapshot *s, const struct target *t, const erbium_record *at,
            const erbium_record *r, int64_t program)
{
  struct erb_window window;
  const void *w = (const void *) (intptr_t) erbium_load_relaxed (&r->window);
  s->record = grow (s->record, s->records, sizeof *s->record);
  struct seen_record *to = &s->record[s->records++];
  *to = (struct seen_record) { .at = at, .program = program, .id = r->id, .size = r->size };
  name_record (to, t, r);
  if (target_read (t, w, &window, sizeof window))
    to->window = window.bytes;
  for (int side = 0; side < ERB_SIDES; side++)
    {
      to->horizon[side] = erbium_load_relaxed (&r->horizon[side]);
      if (!read_ids (to, t, r, side))
        s->torn = true;
    }
}

/* ---- Waits ---------------------------------------------------------------- */

static void
note_wait (struct seen_process *p, const struct erb_wait *w, int record)
{
  p->state = WAITS;
  p->primitive = (unsigned) w->primitive < ERB_PRIMITIVES ? w->primitive : ERB_NO_PRIMITIVE;
  p->record = record;
  p->side = w->side;
  p->need = w->need;
}

/* Those that sleep until indices of that side of record number `record' come so far.  Threads that
 * are no processes of the program, as those that copy, are left out. */
static void
add_waits (struct snapshot *s, const struct target *t, const struct erb_wait *first, int record,
           enum erb_side side)
{
  struct erb_wait w;
  for (int n = 0; first; n++, first = w.next)
    {
      if (n == MOST || !target_read (t, first, &w, sizeof w)
          || w.record != s->record[record].at || w.side != side)
        return;
      int p = find_process (s, w.process);
      if (p >= 0)
        note_wait (&s->process[p], &w, record);
    }
}

static void
add_joins (struct snapshot *s, const struct target *t, const struct erb_wait *first)
{
  struct erb_wait w;
  for (int n = 0; first; n++, first = w.next)
    {
      int p = n < MOST && target_read (t, first, &w, sizeof w) && !w.view
              ? find_process (s, w.process) : NOBODY;
      if (p < 0)
        return;
      s->process[p].state = JOINS;
      s->process[p].primitive = ERB_join;
      s->process[p].end_of = w.end_of;
    }
}

static void
add_records (struct snapshot *s, const struct target *t, const erbium_program *at,
             const erbium_program *program)
{
  erbium_record r;
  const erbium_record *next = program->records;
  for (int n = 0; next; n++, next = r.next)
    {
      if (n == MOST || !target_read (t, next, &r, sizeof r) || r.program != at)
        {
          s->torn = true;
          return;
        }
      add_record (s, t, next, &r, program->id);
      for (int side = 0; side < ERB_SIDES; side++)
        add_waits (s, t, r.waits[side], s->records - 1, (enum erb_side) side);
    }
}

/* ---- Programs ------------------------------------------------------------- */

/* Calls add for each program. */
static void
each_program (struct snapshot *s, const struct target *t,
              void (*add) (struct snapshot *s, const struct target *t, const erbium_program *at,
                           const erbium_program *program))
{
  erbium_program program;
  const erbium_program *next = NULL;
  s->programs = 0;
  for (s->torn |= !target_read (t, t->list, &next, sizeof next); next; next = program.next)
    {
      if (s->programs++ == MOST || !target_read (t, next, &program, sizeof program))
        {
          s->torn = true;
          return;
        }
      add (s, t, next, &program);
    }
}

static void
add_waiting (struct snapshot *s, const struct target *t, const erbium_program *at,
             const erbium_program *program)
{
  add_records (s, t, at, program);
  add_joins (s, t, program->joiners);
}

static void
find_owners (struct snapshot *s)
{
  for (struct seen_record *r = s->record; r < s->record + s->records; r++)
    for (int side = 0; side < ERB_SIDES; side++)
      for (int n = 0; n < r->ids[side]; n++)
        r->id_of[side][n].owner = find_process (s, r->id_of[side][n].owner_at);
}

static void
take (struct snapshot *s, const struct target *t)
{
  struct timespec now;
  *s = (struct snapshot) { .torn = false };
  clock_gettime (CLOCK_MONOTONIC, &now);
  s->time = now.tv_sec * INT64_C (1000000000) + now.tv_nsec;
  each_program (s, t, add_processes);
  if (s->processes)
    qsort (s->process, (size_t) s->processes, sizeof *s->process, compare_places);
  each_program (s, t, add_waiting);
  find_owners (s);
}

void
snapshot_free (struct snapshot *s)
{
  for (struct seen_record *r = s->record; r < s->record + s->records; r++)
    for (int side = 0; side < ERB_SIDES; side++)
      free (r->id_of[side]);
  free (s->process);
  free (s->record);
  *s = (struct snapshot) { .torn = false };
}

void
snapshot_take (struct snapshot *s, const struct target *t)
{
  take (s, t);
  for (int n = 1; s->torn && n < TRIES && target_lives (t); n++)
    {
      snapshot_free (s);
      take (s, t);
    }
  blame (s);
}
