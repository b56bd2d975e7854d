/* SPDX-License-Identifier: MIT */
/* record_table.c - the table of records in the statistics.
 *
 * If there are many records, a line stands for all that were made at one place of the program, or
 * have one name.  Descriptors of freed records are used again after a while (record/record.c); one
 * more line has the sums of all records that are forgotten by then.
 */
#include "observe/rows.h"

enum { NUMBER = 1, COUNT = 2 }; /* columns that are known in any case */

static const struct erb_table table = {
  .key = "records", .headings = { "record", "record waits" }, .parts = 2, .width = 25,
  .columns = 10 + ERB_WAIT_COLUMNS,
  .column = {
    { "views", NULL, 6, 0, false, ERB_PLAIN },
    { NULL, "number", 0, 0, false, ERB_PLAIN },
    { NULL, "count", 0, 0, false, ERB_PLAIN },
    { NULL, "views", 0, 0, false, ERB_PLAIN },
    { "read", "read", 12, 1, false, ERB_PLAIN },
    { "written", "written", 12, 1, false, ERB_PLAIN },
    { "syncs", "syncs", 11, 1, false, ERB_PLAIN },
    { "written/s", "written_per_second", 9, 1, true, ERB_PLAIN },
    { "most live", "most_live", 9, 1, false, ERB_PLAIN },
    { "KiB", "window_bytes", 7, 1, false, ERB_KIB },
    ERB_COLUMNS_OF_WAITS } };

/* ---- Times -------------------------------------------------------------- */

/* From the first commit to the last one of all records that are added. */
struct span { int64_t first, last; };

static void
add_span (struct span *s, int64_t first, int64_t last)
{
  if (first && (!s->first || first < s->first))
    s->first = first;
  s->last = last > s->last ? last : s->last;
}

/* Adds the counts of r, which is about to be forgotten, to those of its program.  Under the
 * program's lock. */
static void
add_forgotten (erbium_record *r)
{
  struct erb_forgotten *f = &r->program->forgotten;
  struct erb_row row = { .number = 1 };
  if (!r->program->set.stats)
    return;
  erb_row_add_counts (&row, &r->counts);
  struct span span = { f->first_commit, f->last_commit };
  add_span (&span, erbium_load_relaxed (&r->first_commit), erbium_load_relaxed (&r->last_commit));
  f->first_commit = span.first;
  f->last_commit = span.last;
  f->number++;
  f->calls += erbium_load_relaxed (&r->calls);
  for (int side = 0; side < ERB_SIDES; side++)
    {
      erbium_index i = erb_highest_index (r, side);
      f->elements[side] += i < 0 ? 0 : i;
      f->waits[side] += row.waits[side];
      f->sleeps[side] += row.sleeps[side];
      f->waited[side] += row.waited[side];
    }
  int64_t live = erbium_load_relaxed (&r->most_live);
  f->most_live = live > f->most_live ? live : f->most_live;
  f->bytes = r->last_bytes > f->bytes ? r->last_bytes : f->bytes;
}

/* ---- Lines ------------------------------------------------------------- */

struct line
{
  struct erb_row row;
  const char *name, *where; /* all records of that name, or without a name made there */
  int64_t views, most_live;
  struct span span;         /* of commits */
  size_t bytes;
  bool changing;            /* a process changes it: there are no figures */
};

struct lines
{
  struct line *line;
  int used;
  bool many;
};

static int
count_records (const erbium_program *p)
{
  int n = p->gone_count;
  for (const erbium_record *r = p->records; r; r = r->next)
    n++;
  return n;
}

/* Where name is NULL, where decides. */
static struct line *
line_of (struct lines *t, const char *name, const char *where)
{
  for (int k = 0; t->many && k < t->used; k++)
    {
      struct line *l = &t->line[k];
      if (!l->name == !name && strcmp (name ? l->name : l->where, name ? name : where) == 0)
        return l;
    }
  struct line *l = &t->line[t->used++];
  memset (l, 0, sizeof *l);
  l->name = name;
  l->where = where;
  return l;
}

/* Under the lock of r, except in a handler, where the window and those that wait may go away. */
static void
add_record (struct lines *t, erbium_record *r, enum erb_haste haste)
{
  const struct erb_window *w = haste == ERB_IN_HANDLER ? NULL : erb_record_window (r);
  size_t bytes = w ? w->bytes : r->last_bytes;
  int64_t live = erbium_load_relaxed (&r->most_live);
  struct line *l = line_of (t, erb_record_name (r), r->where);
  struct erb_row *row = &l->row;
  row->id = r->id;
  row->number++;
  l->views += r->views;
  add_span (&l->span, erbium_load_relaxed (&r->first_commit),
            erbium_load_relaxed (&r->last_commit));
  row->calls += erbium_load_relaxed (&r->calls);
  erb_row_add_counts (row, &r->counts);
  for (int side = 0; side < ERB_SIDES; side++)
    {
      erbium_index i = erb_highest_index (r, side);
      row->elements[side] += i < 0 ? 0 : i;
      for (const struct erb_wait *wait = haste == ERB_IN_HANDLER ? NULL : r->waits[side]; wait;
           wait = wait->next)
        erb_row_add_wait (row, wait);
    }
  l->most_live = live > l->most_live ? live : l->most_live;
  l->bytes = bytes > l->bytes ? bytes : l->bytes;
}

/* Of r, there are no figures. */
static void
miss_record (struct lines *t, const erbium_record *r)
{
  struct line *l = &t->line[t->used++];
  *l = (struct line) { .row.id = r->id, .row.number = 1, .where = r->where, .changing = true };
}

static void
add_list (struct lines *t, erbium_record *r, enum erb_haste haste)
{
  for (; r; r = r->next)
    if (erb_table_get_record (r, haste))
      {
        add_record (t, r, haste);
        erb_table_let_record_go (r, haste);
      }
    else
      miss_record (t, r);
}

static void
add_forgotten_line (struct lines *t, const struct erb_forgotten *f)
{
  struct line *l = &t->line[t->used++];
  *l = (struct line) { .name = "(earlier)", .row.number = f->number, .row.calls = f->calls,
                       .span = { f->first_commit, f->last_commit }, .most_live = f->most_live,
                       .bytes = f->bytes };
  for (int side = 0; side < ERB_SIDES; side++)
    {
      l->row.elements[side] = f->elements[side];
      l->row.waits[side] = f->waits[side];
      l->row.sleeps[side] = f->sleeps[side];
      l->row.waited[side] = f->waited[side];
    }
}

/* ---- Printing ---------------------------------------------------------- */

/* Names the line by what its records have in common.  Of a place, only the file is named. */
static void
name_row (struct line *l, bool many)
{
  struct erb_row *row = &l->row;
  const char *slash = l->where ? strrchr (l->where, '/') : NULL;
  const char *place = slash ? slash + 1 : l->where;
  if (l->name || many)
    snprintf (row->name, sizeof row->name, "%s", l->name ? l->name : place);
  else
    snprintf (row->name, sizeof row->name, "%lld (%s)", (long long) row->id, place);
}

static void
take_figures (const struct line *l, bool many, int64_t *figures)
{
  const struct erb_row *r = &l->row;
  many = many || !r->id;
  const int64_t own[] = {
    many ? r->number : l->views, many ? ERB_NO_FIGURE : r->id, r->number, l->views,
    r->elements[ERB_READ], r->elements[ERB_WRITE], r->calls,
    erb_per_second (r->elements[ERB_WRITE], l->span.last - l->span.first), l->most_live,
    (int64_t) l->bytes };
  memcpy (figures, own, sizeof own);
  erb_row_wait_figures (r, figures + table.columns - ERB_WAIT_COLUMNS);
  for (int k = 0; l->changing && k < table.columns; k++)
    if (k != NUMBER && k != COUNT)
      figures[k] = ERB_NO_FIGURE;
}

static void
print_line (struct erb_sheet *sheet, const struct lines *t, const struct line *l, int part)
{
  int64_t figures[ERB_FIGURES];
  take_figures (l, t->many, figures);
  erb_row_begin (sheet, &table, l->row.name);
  if (sheet->json)
    {
      erb_json_text (sheet, "name", l->name);
      erb_json_text (sheet, "where", l->where);
      if (l->changing)
        erb_json_text (sheet, "missing", "it is being changed");
    }
  erb_row_figures (sheet, &table, part, figures);
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
      for (int k = 0; k < t->used; k++)
        print_line (sheet, t, &t->line[k], part);
      erb_figures_end (sheet, &headed);
    }
}

void
erb_print_records (erbium_program *p, struct erb_sheet *sheet, enum erb_haste haste,
                   struct erb_findings *findings)
{
  int most = count_records (p);
  size_t bytes = (size_t) (most + 1) * sizeof (struct line);
  struct lines t = { erb_table_memory (bytes, haste), 0,
                     most + p->forgotten.number > ERB_FEW_ROWS };
  if (!t.line)
    return;
  add_list (&t, p->gone, haste);
  add_list (&t, p->records, haste);
  if (p->forgotten.number)
    add_forgotten_line (&t, &p->forgotten);
  for (int k = 0; k < t.used; k++)
    name_row (&t.line[k], t.many);
  print_lines (sheet, &t);
  for (const struct line *l = t.line; l < t.line + t.used; l++)
    erb_findings_record (findings, l->row.name, t.many ? 0 : l->row.id, l->row.waited);
  erb_table_free (t.line, bytes, haste);
}

const struct erb_observer erb_record_table_observer = { .record_forgotten = add_forgotten };
