/* SPDX-License-Identifier: MIT */
/* run_times.c - when a program began, first worked, got its last input, and had done the last work.
 *
 * A program that runs for some milliseconds may spend much of its time on the start of threads, the
 * first windows and page faults, and on their end.  A line of the statistics shows that.  The times
 * are in the descriptor of the program, which spaces share.
 *
 * Input is what is committed by a process that reads no record: it has made it, or has it from
 * outside.
 */
#include "observe/rows.h"

static void
note_first (erbium_atomic *time)
{
  if (erbium_load_relaxed (time) == 0)
    erbium_cas (time, 0, erb_os->now ());
}

static void
note_run (struct erb_process *parent, struct erb_process *p)
{
  (void) parent;
  if (p->program->set.stats)
    note_first (&p->program->times.first_run);
}

static void
note_commit (struct erb_view *v, erbium_index i)
{
  (void) i;
  if (!v->record->program->set.stats)
    return;
  note_first (&v->record->program->times.first_commit);
  note_first (&v->record->first_commit);
  int64_t now = erb_os->now ();
  erbium_store_relaxed (&v->record->last_commit, now);
  erbium_store_relaxed (&v->owner->last_commit, now);
}

/* If p reads no record, its last commit is input. */
static void
note_input (const struct erb_process *p)
{
  erbium_atomic *last = &p->program->times.last_input;
  int64_t at = erbium_load_relaxed (&p->last_commit);
  if (erbium_load_relaxed (&p->calls[ERB_update]) == 0 && at > erbium_load_relaxed (last))
    erbium_store_relaxed (last, at);
}

/* Under the program's lock. */
static void
note_end (struct erb_process *p, bool was_last_awake)
{
  (void) was_last_awake;
  if (p->program->set.stats)
    note_input (p);
  if (p->program->set.stats && p->entry.start)
    erbium_store_relaxed (&p->program->times.last_end, erb_os->now ());
}

static const struct erb_table table = {
  .key = "times", .headings = { "program" }, .parts = 1, .width = 28, .is_one_row = true,
  .columns = 5,
  .column = {
    { "first run", "first_run_ms", 12, 1, true, ERB_MS },
    { "first commit", "first_commit_ms", 12, 1, false, ERB_MS },
    { "last input", "last_input_ms", 12, 1, false, ERB_MS },
    { "last end", "last_end_ms", 12, 1, false, ERB_MS },
    { "now", "now_ms", 12, 1, false, ERB_MS } } };

static int64_t
since_beginning (const erbium_program *p, const erbium_atomic *time)
{
  int64_t at = erbium_load_relaxed (time);
  return at ? at - p->times.began : ERB_NO_FIGURE;
}

/* Under the program's lock. */
static void
print_times (const erbium_program *p, struct erb_sheet *sheet)
{
  for (const struct erb_process *q = p->processes; q; q = q->next)
    note_input (q);
  const int64_t figures[] = {
    since_beginning (p, &p->times.first_run), since_beginning (p, &p->times.first_commit),
    since_beginning (p, &p->times.last_input), since_beginning (p, &p->times.last_end),
    erb_os->now () - p->times.began };
  erb_figures_begin (sheet, &table, 1);
  erb_row_begin (sheet, &table, "ms since it began");
  erb_row_figures (sheet, &table, 1, figures);
  erb_figures_end (sheet, &table);
}

const struct erb_observer erb_run_times_observer = {
  .process_runs = note_run, .committed = note_commit, .process_left = note_end,
  .statistics_printed = print_times,
};
