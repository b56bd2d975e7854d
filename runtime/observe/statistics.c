/* SPDX-License-Identifier: MIT */
/* statistics.c - statistics: counts of processes and records, printed as tables.
 *
 * The number of elements that a view has moved is the difference of its indices.  Calls are counted
 * on the slow path (checks.c), and waits where a process waits (sync/wait.c).
 */
#include "observe/table.h"

#include <inttypes.h>
#include <sys/mman.h>

/* ---- Counting ---------------------------------------------------------- */

void
erb_count_call (struct erb_process *p, enum erb_primitive primitive)
{
  erbium_atomic *n = &p->calls[primitive]; /* one writer, any number of readers */
  erbium_store_relaxed (n, erbium_load_relaxed (n) + 1);
}

static void
count_wait_in (struct erb_wait_counts *c, enum erb_side side, int64_t waited, bool slept)
{
  erbium_add (&c->waits[side], 1);
  erbium_add (&c->waited[side], waited);
  if (slept)
    erbium_add (&c->sleeps[side], 1);
}

static void
count_wait (struct erb_view *v, int64_t waited, bool slept)
{
  count_wait_in (&v->record->counts, v->side, waited, slept);
  count_wait_in (&v->owner->counts, v->side, waited, slept);
}

/* Counts the elements that v has moved.  The index belongs to the id, which several views may have
 * held: so a view counts from the index at which it took the id, and each owner counts what was
 * moved in its time. */
static void
count_moved (struct erb_view *v)
{
  erbium_index i = erb_index (v), counted = erbium_load_relaxed (&v->counted);
  if (i <= counted)
    return;
  erbium_store_relaxed (&v->counted, i);
  if (v->owner)
    erbium_add (&v->owner->elements[v->side], i - counted);
}

/* Keeps the maximum of the elements that are committed or being written, and not released. */
static void
count_live (struct erb_view *v, erbium_index i)
{
  erbium_index low = erb_lowest_index (v->record, ERB_READ), most;
  if (low == ERBIUM_NEVER)
    return;
  erbium_index live = low < 0 ? i : i - low;
  do
    most = erbium_load_relaxed (&v->record->most_live);
  while (live > most && !erbium_cas (&v->record->most_live, most, live));
}

/* ---- Tables ------------------------------------------------------------ */

void
erb_row_add_counts (struct erb_row *row, struct erb_wait_counts *c)
{
  for (int side = 0; side < ERB_SIDES; side++)
    {
      row->waits[side] += erbium_load_relaxed (&c->waits[side]);
      row->sleeps[side] += erbium_load_relaxed (&c->sleeps[side]);
      row->waited[side] += erbium_load_relaxed (&c->waited[side]);
    }
}

void
erb_row_print_head (const char *what, const char *number, const char *last, FILE *to)
{
  fprintf (to, "%-28s %6s %14s %14s %12s | %9s %8s %10s | %9s %8s %10s%s\n", what, number, "read",
           "written", "syncs", "no data", "sleeps", "ms", "no room", "sleeps", "ms", last);
}

void
erb_row_print (const struct erb_row *r, FILE *to)
{
  fprintf (to, "%-28s %6" PRId64 " %14" PRId64 " %14" PRId64 " %12" PRId64, r->name, r->number,
           r->elements[ERB_READ], r->elements[ERB_WRITE], r->calls);
  for (int side = 0; side < ERB_SIDES; side++)
    fprintf (to, " | %9" PRId64 " %8" PRId64 " %10.3f", r->waits[side], r->sleeps[side],
             (double) r->waited[side] / 1e6);
}

/* A table of processes. */
struct table
{
  struct erb_row *rows;
  int used;
  bool many;
};

static struct erb_row *
row_of (struct table *t, const struct erb_process *p)
{
  erbium_process id = t->many ? 0 : p->id;
  for (int k = 0; k < t->used; k++)
    if (t->rows[k].id == id
        && strncmp (t->rows[k].name, p->name, sizeof t->rows[k].name - 1) == 0)
      return &t->rows[k];
  struct erb_row *r = &t->rows[t->used++];
  memset (r, 0, sizeof *r);
  r->id = id;
  snprintf (r->name, sizeof r->name, "%s", p->name);
  return r;
}

static void
add_process (struct erb_row *row, struct erb_process *p)
{
  row->number += 1 + p->stands_for;
  for (int k = 0; k < ERB_PRIMITIVES; k++)
    if (k == ERB_commit || k == ERB_update || k == ERB_release || k == ERB_stall)
      row->calls += erbium_load_relaxed (&p->calls[k]);
  for (int side = 0; side < ERB_SIDES; side++)
    row->elements[side] += erbium_load_relaxed (&p->elements[side]);
  erb_row_add_counts (row, &p->counts);
}

static int
count_processes (const struct erb_process *p)
{
  int n = 0;
  for (; p; p = p->next)
    n++;
  return n;
}

/* Takes the lock of a program; returns whether it did.  If a program ends early, the thread that
 * holds the lock may be the one that ends the program, or be stopped by that, so this does not
 * wait.  In a handler, the thread that was interrupted may hold it; any other soon lets it go. */
static bool
get (struct erb_lock *lock, enum erb_haste haste)
{
  enum { TRIES = 20 };
  const struct timespec pause = { 0, 1000000 };
  if (haste == ERB_AT_EASE)
    {
      erb_os->lock (lock);
      return true;
    }
  bool got = erb_os->try_lock (lock);
  for (int n = 0; !got && haste == ERB_IN_HANDLER && n < TRIES; n++)
    {
      nanosleep (&pause, NULL);
      got = erb_os->try_lock (lock);
    }
  return got;
}

bool
erb_table_get_record (erbium_record *r, enum erb_haste haste)
{
  if (haste == ERB_IN_HASTE)
    return erb_record_try_lock (r);
  if (haste == ERB_AT_EASE)
    erb_record_lock (r);
  return true;
}

void
erb_table_let_record_go (erbium_record *r, enum erb_haste haste)
{
  if (haste != ERB_IN_HANDLER)
    erb_record_unlock (r);
}

/* A handler may have interrupted malloc. */
void *
erb_table_memory (size_t bytes, enum erb_haste haste)
{
  if (haste != ERB_IN_HANDLER)
    return malloc (bytes);
  void *at = mmap (NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return at == MAP_FAILED ? NULL : at;
}

void
erb_table_free (void *at, size_t bytes, enum erb_haste haste)
{
  if (haste == ERB_IN_HANDLER)
    munmap (at, bytes);
  else
    free (at);
}

void
erb_row_add_wait (struct erb_row *row, const struct erb_wait *w)
{
  enum erb_side side = w->view->side;
  row->waits[side]++;
  row->sleeps[side]++;
  row->waited[side] += w->since ? erb_os->now () - w->since : 0;
}

/* Credits the elements that live views have moved to their owners. */
static void
add_live_views (erbium_record *r, struct table *t)
{
  for (int side = 0; side < ERB_SIDES; side++)
    for (int k = 0; k < r->ids[side]; k++)
      {
        struct erbium_slot *s = &r->slot[side][k];
        struct erb_view *v = r->id_state[side][k].holder;
        struct erb_process *q
          = (struct erb_process *) (intptr_t) erbium_load_relaxed (&s->owner);
        erbium_index i = erbium_load_acquire (&s->index);
        erbium_index counted = v ? erbium_load_relaxed (&v->counted) : ERBIUM_NEVER;
        if (q && i > counted)
          row_of (t, q)->elements[side] += i - counted;
      }
}

static void
add_sleepers (const erbium_record *r, struct table *t)
{
  for (int side = 0; side < ERB_SIDES; side++)
    for (const struct erb_wait *w = r->waits[side]; w; w = w->next)
      erb_row_add_wait (row_of (t, w->process), w);
}

static void
add_records (erbium_program *p, struct table *t, enum erb_haste haste)
{
  for (erbium_record *r = p->records; r; r = r->next)
    if (erb_table_get_record (r, haste))
      {
        add_live_views (r, t);
        if (haste != ERB_IN_HANDLER)
          add_sleepers (r, t);
        erb_table_let_record_go (r, haste);
      }
}

static void
print_processes (erbium_program *p, FILE *to, enum erb_haste haste)
{
  int most = count_processes (p->processes) + p->ended_kept;
  size_t bytes = (size_t) (most + 1) * sizeof (struct erb_row);
  struct table t = { erb_table_memory (bytes, haste), 0, most > ERB_FEW_ROWS };
  if (!t.rows)
    return;
  for (struct erb_process *q = p->ended; q; q = q->next)
    add_process (row_of (&t, q), q);
  for (struct erb_process *q = p->processes; q; q = q->next)
    if (!q->task || !q->task->stands_in)
      add_process (row_of (&t, q), q);
  add_records (p, &t, haste);
  erb_row_print_head ("process", t.many ? "many" : "number", "", to);
  for (int k = t.used - 1; k >= 0; k--)
    {
      if (t.rows[k].id)
        t.rows[k].number = t.rows[k].id;
      erb_row_print (&t.rows[k], to);
      fputc ('\n', to);
    }
  erb_table_free (t.rows, bytes, haste);
}

void
erb_stats_print (erbium_program *p, FILE *to, enum erb_haste haste)
{
  if (!get (&p->lock, haste))
    {
      fputs ("erbium: no statistics: the program is being changed\n", to);
      return;
    }
  erb_event_statistics_printed (p, to);
  print_processes (p, to, haste);
  erb_print_records (p, to, haste);
  erb_os->unlock (&p->lock);
  fflush (to);
}

void
erbium_stats (FILE *to)
{
  erbium_program *p = erb_self ()->program;
  if (!to)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_NO_PRIMITIVE, NULL, "pass a stream, as stderr",
               "erbium_stats: the stream is NULL");
  erb_stats_print (p, to, ERB_AT_EASE);
}

void
erb_stats_at_end (erbium_program *p)
{
  if (p->set.stats && !erb_ask_statistics_due (p))
    erb_stats_print (p, stderr, ERB_AT_EASE);
}

static void
statistics_wanted (erbium_program *p, FILE *to)
{
  erb_stats_print (p, to, ERB_AT_EASE);
}

void
erb_stats_at_fault (erbium_program *p)
{
  if (p->set.stats)
    erb_stats_print (p, stderr, ERB_IN_HASTE);
}

/* ---- Events ------------------------------------------------------------ */

static void
count_run (struct erb_process *parent, struct erb_process *p)
{
  if (erb_watched (p->program))
    erb_count_call (parent, ERB_run);
}

static void
process_left (struct erb_process *p, bool was_last_awake)
{
  (void) was_last_awake;
  if (p->program->set.stats && !(p->task && p->task->stands_in))
    erb_keep_ended (p);
}

const struct erb_observer erb_statistics_observer = {
  .statistics_wanted = statistics_wanted,
  .process_runs = count_run, .process_left = process_left,
  .view_moves = count_moved, .committed = count_live, .waited = count_wait,
};
