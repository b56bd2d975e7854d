/* SPDX-License-Identifier: MIT */
/* process_table.c - the table of processes in the statistics.
 *
 * The number of elements that a view has moved is the difference of its indices.  If there are many
 * processes, a row stands for all of one name.
 */
#include "observe/rows.h"

static const struct erb_table table = {
  .key = "processes", .headings = { "process", "process waits" }, .parts = 2, .width = 25,
  .columns = 10 + ERB_WAIT_COLUMNS,
  .column = {
    { "number", NULL, 6, 0, false, ERB_PLAIN },
    { NULL, "number", 0, 0, false, ERB_PLAIN },
    { NULL, "count", 0, 0, false, ERB_PLAIN },
    { "read", "read", 12, 1, false, ERB_PLAIN },
    { "written", "written", 12, 1, false, ERB_PLAIN },
    { "syncs", "syncs", 11, 1, false, ERB_PLAIN },
    { "busy ms", "busy_ms", 11, 1, true, ERB_MS },
    { "%", NULL, 4, 1, false, ERB_PLAIN },
    { NULL, "lived_ms", 0, 0, false, ERB_MS },
    { NULL, "busiest_ms", 0, 0, false, ERB_MS },
    ERB_COLUMNS_OF_WAITS } };

struct line
{
  struct erb_row row;
  struct erb_busy busy;
};

struct lines
{
  struct line *line;
  int used;
  bool many;
};

/* ---- Rows --------------------------------------------------------------- */

static struct line *
line_of (struct lines *t, const struct erb_process *p)
{
  erbium_process id = t->many ? 0 : p->id;
  for (int k = 0; k < t->used; k++)
    if (t->line[k].row.id == id
        && strncmp (t->line[k].row.name, p->name, sizeof t->line[k].row.name - 1) == 0)
      return &t->line[k];
  struct line *l = &t->line[t->used++];
  memset (l, 0, sizeof *l);
  l->row.id = id;
  snprintf (l->row.name, sizeof l->row.name, "%s", p->name);
  return l;
}

static void
add_busy (struct erb_busy *to, const struct erb_busy *b)
{
  to->lived += b->lived;
  to->busy += b->busy;
  to->busiest = b->busiest > to->busiest ? b->busiest : to->busiest;
}

static void
add_process (struct lines *t, struct erb_process *p, int64_t now)
{
  struct line *l = line_of (t, p);
  struct erb_row *row = &l->row;
  struct erb_busy b = erb_busy_of (p, now);
  add_busy (&l->busy, &b);
  row->number += 1 + p->stands_for;
  for (int k = 0; k < ERB_PRIMITIVES; k++)
    if (k == ERB_commit || k == ERB_update || k == ERB_release || k == ERB_stall)
      row->calls += erbium_load_relaxed (&p->calls[k]);
  for (int side = 0; side < ERB_SIDES; side++)
    row->elements[side] += erbium_load_relaxed (&p->elements[side]);
  erb_row_add_counts (row, &p->counts);
}

/* Credits the elements that live views have moved to their owners. */
static void
add_live_views (erbium_record *r, struct lines *t)
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
          line_of (t, q)->row.elements[side] += i - counted;
      }
}

static void
add_sleepers (const erbium_record *r, struct lines *t)
{
  for (int side = 0; side < ERB_SIDES; side++)
    for (const struct erb_wait *w = r->waits[side]; w; w = w->next)
      erb_row_add_wait (&line_of (t, w->process)->row, w);
}

static void
add_records (erbium_program *p, struct lines *t, enum erb_haste haste)
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
collect (erbium_program *p, struct lines *t, enum erb_haste haste)
{
  erb_note_waits (p, haste);
  int64_t now = erb_os->now ();
  for (struct erb_process *q = p->ended; q; q = q->next)
    add_process (t, q, now);
  for (struct erb_process *q = p->processes; q; q = q->next)
    if (!q->task || !q->task->stands_in)
      add_process (t, q, now);
  add_records (p, t, haste);
}

/* ---- Printing ----------------------------------------------------------- */

static void
print_line (struct erb_sheet *sheet, const struct line *l, int part)
{
  const struct erb_row *r = &l->row;
  const struct erb_busy *b = &l->busy;
  bool counted = b->lived > 0;
  int64_t figures[ERB_FIGURES] = {
    r->id ? r->id : r->number, r->id ? r->id : ERB_NO_FIGURE, r->number,
    r->elements[ERB_READ], r->elements[ERB_WRITE], r->calls,
    counted ? b->busy : ERB_NO_FIGURE,
    counted ? (int64_t) (100.0 * (double) b->busy / (double) b->lived) : ERB_NO_FIGURE,
    counted ? b->lived : ERB_NO_FIGURE, counted ? b->busiest : ERB_NO_FIGURE };
  erb_row_wait_figures (r, figures + table.columns - ERB_WAIT_COLUMNS);
  erb_row_begin (sheet, &table, r->name);
  if (sheet->json)
    erb_json_text (sheet, "name", r->name);
  erb_row_figures (sheet, &table, part, figures);
}

static int
count_processes (const struct erb_process *p)
{
  int n = 0;
  for (; p; p = p->next)
    n++;
  return n;
}

static void
print_lines (struct erb_sheet *sheet, const struct lines *t)
{
  struct erb_table headed = table;
  if (t->many)
    headed.column[0].heading = "many";
  for (int part = 1; part <= erb_figures_parts (sheet, &table); part++)
    {
      erb_figures_begin (sheet, &headed, part);
      for (int k = t->used - 1; k >= 0; k--)
        print_line (sheet, &t->line[k], part);
      erb_figures_end (sheet, &headed);
    }
}

void
erb_print_processes (erbium_program *p, struct erb_sheet *sheet, enum erb_haste haste,
                     struct erb_findings *findings)
{
  int most = count_processes (p->processes) + p->ended_kept;
  size_t bytes = (size_t) (most + 1) * sizeof (struct line);
  struct lines t = { erb_table_memory (bytes, haste), 0, most > ERB_FEW_ROWS };
  if (!t.line)
    return;
  collect (p, &t, haste);
  print_lines (sheet, &t);
  for (const struct line *l = t.line; l < t.line + t.used; l++)
    erb_findings_process (findings, l->row.name, l->row.id, l->row.number, l->busy.busy,
                          l->busy.busiest);
  erb_table_free (t.line, bytes, haste);
}
