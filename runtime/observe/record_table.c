/* SPDX-License-Identifier: MIT */
/* record_table.c - the table of records in the statistics.
 *
 * If there are many records, a line stands for all that were made at one place of the program, or
 * have one name.  Descriptors of freed records are used again after a while (record/record.c); one
 * more line has the sums of all records that are forgotten by then.
 */
#include "observe/table.h"

#include <inttypes.h>

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
  int64_t most_live;
  size_t bytes;
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
  row->number += t->many ? 1 : r->views;
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

static void
add_list (struct lines *t, erbium_record *r, FILE *to, enum erb_haste haste)
{
  for (; r; r = r->next)
    if (erb_table_get_record (r, haste))
      {
        add_record (t, r, haste);
        erb_table_let_record_go (r, haste);
      }
    else
      fprintf (to, "record %" PRId64 " (%s): no figures, it is being changed\n", r->id, r->where);
}

/* ---- Printing ---------------------------------------------------------- */

static void
print_line (const struct erb_row *row, int64_t most_live, size_t bytes, FILE *to)
{
  erb_row_print (row, to);
  fprintf (to, " | %12" PRId64 " %10zu\n", most_live, bytes);
}

static void
print_forgotten (const struct erb_forgotten *f, FILE *to)
{
  struct erb_row row = { .name = "(earlier)", .number = f->number, .calls = f->calls };
  for (int side = 0; side < ERB_SIDES; side++)
    {
      row.elements[side] = f->elements[side];
      row.waits[side] = f->waits[side];
      row.sleeps[side] = f->sleeps[side];
      row.waited[side] = f->waited[side];
    }
  print_line (&row, f->most_live, f->bytes, to);
}

/* Names the line by what its records have in common.  Of a long place, the end tells most. */
static void
name_row (struct line *l, bool many)
{
  enum { MOST = 28 };
  struct erb_row *row = &l->row;
  size_t n = strlen (l->where);
  const char *dots = n > MOST - 3 ? "..." : "", *place = l->where + (*dots ? n - (MOST - 3) : 0);
  if (l->name || many)
    snprintf (row->name, sizeof row->name, "%s%s", l->name ? "" : dots, l->name ? l->name : place);
  else
    snprintf (row->name, sizeof row->name, "%" PRId64 " (%s)", row->id, l->where);
}

void
erb_print_records (erbium_program *p, FILE *to, enum erb_haste haste)
{
  int most = count_records (p);
  size_t bytes = (size_t) (most + 1) * sizeof (struct line);
  struct lines t = { erb_table_memory (bytes, haste), 0,
                     most + p->forgotten.number > ERB_FEW_ROWS };
  if (!t.line)
    return;
  erb_row_print_head ("record", t.many ? "many" : "views", " |    most live      bytes", to);
  add_list (&t, p->gone, to, haste);
  add_list (&t, p->records, to, haste);
  for (int k = 0; k < t.used; k++)
    {
      struct line *l = &t.line[k];
      name_row (l, t.many);
      print_line (&l->row, l->most_live, l->bytes, to);
    }
  if (p->forgotten.number)
    print_forgotten (&p->forgotten, to);
  erb_table_free (t.line, bytes, haste);
}

const struct erb_observer erb_record_table_observer = { .record_forgotten = add_forgotten };
