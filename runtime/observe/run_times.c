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
#include "observe/observe.h"

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
  erbium_store_relaxed (&v->owner->last_commit, erb_os->now ());
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

static void
print_time (const erbium_program *p, const erbium_atomic *time, FILE *to)
{
  int64_t at = erbium_load_relaxed (time);
  if (at)
    fprintf (to, " %12.3f", (double) (at - p->times.began) / 1e6);
  else
    fprintf (to, " %12s", "-");
}

/* Under the program's lock. */
static void
print_times (const erbium_program *p, FILE *to)
{
  erbium_atomic now = { erb_os->now () };
  for (const struct erb_process *q = p->processes; q; q = q->next)
    note_input (q);
  fprintf (to, "%-28s | %12s %12s %12s %12s %12s\n%-28s |", "program", "first run", "first commit",
           "last input", "last end", "now", "ms since it began");
  print_time (p, &p->times.first_run, to);
  print_time (p, &p->times.first_commit, to);
  print_time (p, &p->times.last_input, to);
  print_time (p, &p->times.last_end, to);
  print_time (p, &now, to);
  fputc ('\n', to);
}

const struct erb_observer erb_run_times_observer = {
  .process_runs = note_run, .committed = note_commit, .process_left = note_end,
  .statistics_printed = print_times,
};
