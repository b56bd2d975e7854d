/* SPDX-License-Identifier: MIT */
/* figures.c - tables of figures: text in columns, or arrays of objects of JSON.
 *
 * A figure that is too wide for its column moves the rest of its line.
 */
#include "figures/figures.h"

#include <inttypes.h>

struct erb_sheet
erb_sheet_of (FILE *to, bool json)
{
  return (struct erb_sheet) { .to = to, .json = json };
}

int
erb_figures_parts (const struct erb_sheet *s, const struct erb_table *t)
{
  return s->json ? 1 : t->parts;
}

int64_t
erb_per_second (int64_t number, int64_t ns)
{
  return ns > 0 ? (int64_t) ((double) number * 1e9 / (double) ns) : ERB_NO_FIGURE;
}

void
erb_print_ms (FILE *to, int width, int64_t ns)
{
  enum { DECIMALS = 4 }; /* and the point */
  int64_t us = (ns < 0 ? 0 : ns) / 1000;
  fprintf (to, "%*" PRId64 ".%03d", width > DECIMALS ? width - DECIMALS : 0, us / 1000,
           (int) (us % 1000));
}

/* ---- Text -------------------------------------------------------------- */

static bool
is_in_part (const struct erb_column *c, int part)
{
  return c->heading && (c->part == 0 || c->part == part);
}

static void
print_figure (const struct erb_sheet *s, const struct erb_column *c, int64_t n)
{
  fputs (c->begins ? " | " : " ", s->to);
  if (n == ERB_NO_FIGURE)
    fprintf (s->to, "%*s", c->width, "-");
  else if (c->unit == ERB_MS)
    erb_print_ms (s->to, c->width, n);
  else
    fprintf (s->to, "%*" PRId64, c->width, c->unit == ERB_KIB ? (n + 1023) / 1024 : n);
}

/* The end of a long name tells most. */
static void
print_name (const struct erb_sheet *s, const char *name, int width)
{
  static const char dots[] = "...";
  int size = (int) strlen (name), kept = width - (int) sizeof dots + 1;
  if (size > width)
    fprintf (s->to, "%s%s", dots, name + size - kept);
  else
    fprintf (s->to, "%-*s", width, name);
}

static void
print_headings (const struct erb_sheet *s, const struct erb_table *t, int part)
{
  print_name (s, t->headings[part - 1], t->width);
  for (const struct erb_column *c = t->column; c < t->column + t->columns; c++)
    if (is_in_part (c, part))
      fprintf (s->to, "%s%*s", c->begins ? " | " : " ", c->width, c->heading);
  fputc ('\n', s->to);
}

/* ---- Both -------------------------------------------------------------- */

void
erb_figures_begin (struct erb_sheet *s, const struct erb_table *t, int part)
{
  if (!s->json)
    print_headings (s, t, part);
  else if (!t->is_one_row)
    erb_json_open (s, t->key, '[');
}

void
erb_row_begin (struct erb_sheet *s, const struct erb_table *t, const char *name)
{
  if (s->json)
    erb_json_open (s, t->is_one_row ? t->key : NULL, '{');
  else
    print_name (s, name, t->width);
}

void
erb_row_figures (struct erb_sheet *s, const struct erb_table *t, int part, const int64_t *figures)
{
  for (int k = 0; k < t->columns; k++)
    {
      const struct erb_column *c = &t->column[k];
      if (!s->json && is_in_part (c, part))
        print_figure (s, c, figures[k]);
      else if (s->json && c->key && c->unit == ERB_MS)
        erb_json_ms (s, c->key, figures[k]);
      else if (s->json && c->key)
        erb_json_number (s, c->key, figures[k]);
    }
  if (s->json)
    erb_json_close (s, '}');
  else
    fputc ('\n', s->to);
}

void
erb_figures_end (struct erb_sheet *s, const struct erb_table *t)
{
  if (s->json && !t->is_one_row)
    erb_json_close (s, ']');
}
