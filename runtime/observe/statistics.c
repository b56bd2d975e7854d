/* SPDX-License-Identifier: MIT */
/* statistics.c - statistics: counts of processes and records, and when they are printed.
 *
 * Calls are counted on the slow path (checks.c), and waits where a process waits (sync/wait.c).
 */
#include "observe/rows.h"

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

/* ---- Rows --------------------------------------------------------------- */

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
erb_row_add_wait (struct erb_row *row, const struct erb_wait *w)
{
  enum erb_side side = w->view->side;
  row->waits[side]++;
  row->sleeps[side]++;
  row->waited[side] += w->since ? erb_os->now () - w->since : 0;
}

void
erb_row_wait_figures (const struct erb_row *row, int64_t *to)
{
  for (int side = 0; side < ERB_SIDES; side++)
    {
      *to++ = row->waits[side];
      *to++ = row->sleeps[side];
      *to++ = row->waited[side];
    }
}

/* ---- Locks and memory ------------------------------------------------------ */

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

/* ---- Printing ----------------------------------------------------------- */

/* Since the first process was run, or since the program began. */
static int64_t
elapsed (const erbium_program *p)
{
  int64_t first = erbium_load_relaxed (&p->times.first_run);
  return erb_os->now () - (first ? first : p->times.began);
}

/* What was not counted says nothing about a bottleneck. */
static void
print_tables (erbium_program *p, struct erb_sheet *sheet, enum erb_haste haste,
              struct erb_findings *findings)
{
  struct erb_findings own;
  struct erb_findings *f = findings ? findings : &own;
  erb_findings_begin (f, elapsed (p), p->processors);
  erb_event_statistics_printed (p, sheet);
  erb_print_processes (p, sheet, haste, f);
  erb_print_records (p, sheet, haste, f);
  if (!findings && p->set.stats)
    erb_findings_print (sheet, f);
}

static void
say_changing (struct erb_sheet *sheet)
{
  static const char why[] = "the program is being changed";
  if (sheet->json)
    erb_json_text (sheet, "missing", why);
  else
    fprintf (sheet->to, "erbium: no statistics: %s\n", why);
}

/* Prints the bottleneck, or stores what was found of it if findings is not NULL. */
static void
print_on (struct erb_sheet *sheet, erbium_program *p, enum erb_haste haste,
          struct erb_findings *findings)
{
  struct erb_text t;
  if (sheet->json)
    {
      erb_json_open (sheet, NULL, '{');
      erb_json_text (sheet, "program", erb_describe_program (p, &t));
    }
  if (get (&p->lock, haste))
    {
      print_tables (p, sheet, haste, findings);
      erb_os->unlock (&p->lock);
    }
  else
    say_changing (sheet);
  if (sheet->json)
    erb_json_close (sheet, '}');
}

void
erb_stats_print (erbium_program *p, FILE *to, enum erb_haste haste)
{
  struct erb_sheet sheet = erb_sheet_of (to, p->set.stats == ERB_JSON && haste != ERB_IN_HANDLER);
  print_on (&sheet, p, haste, NULL);
  if (sheet.json)
    fputc ('\n', to);
  erb_figures_flush (to);
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
    erb_stats_print (p, erb_figures_stream (), ERB_AT_EASE);
}

static void
statistics_wanted (erbium_program *p, struct erb_sheet *sheet, struct erb_findings *findings)
{
  print_on (sheet, p, ERB_AT_EASE, findings);
}

void
erb_stats_at_fault (erbium_program *p)
{
  if (p->set.stats)
    erb_stats_print (p, erb_figures_stream (), ERB_IN_HASTE);
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
    {
      erb_note_life (p);
      erb_keep_ended (p);
    }
}

const struct erb_observer erb_statistics_observer = {
  .statistics_wanted = statistics_wanted,
  .process_runs = count_run, .process_left = process_left,
  .view_moves = count_moved, .committed = count_live, .waited = count_wait,
};
