/* SPDX-License-Identifier: MIT */
/* figures.h - figures about a program: tables, as text or as JSON, and what they say.
 *
 * A table describes its columns once; it is printed as lines of at most 100 columns, or as an array
 * of objects.  In text, a wide table is printed in parts, one below the other; in JSON each row has
 * all figures.  Nothing here allocates memory or takes a lock, so that the handler of a signal may
 * print.
 *
 *   figures.c       tables in both forms
 *   json.c          objects, arrays, strings and numbers of JSON
 *   bottleneck.c    which process or record holds the others up
 *   figures_file.c  the file to which figures are written instead of stderr
 */
#ifndef ERB_FIGURES_H
#define ERB_FIGURES_H

#include "core/core.h"

/* Where figures are printed. */
struct erb_sheet
{
  FILE *to;
  bool json;
  bool comma; /* JSON: the next member or element is not the first one */
};

/* A figure that is not known: `-' in text, null in JSON. */
#define ERB_NO_FIGURE INT64_MIN

enum erb_unit
{
  ERB_PLAIN,
  ERB_MS,   /* ns, printed in ms */
  ERB_KIB   /* bytes; in KiB in text */
};

struct erb_column
{
  const char *heading; /* in text; NULL: the figure is only in JSON */
  const char *key;     /* in JSON; NULL: the figure is only in text */
  int width;
  int part;            /* in which part of the text it is, from 1 on; 0: in each */
  bool begins;         /* a group of columns, with a bar before it */
  enum erb_unit unit;
};

enum { ERB_FIGURES = 20 };

struct erb_table
{
  const char *key;         /* in JSON */
  const char *headings[2]; /* of the names of the rows, in each part of the text */
  int parts, width;        /* of these names */
  bool is_one_row;         /* JSON: an object and not an array */
  int columns;
  struct erb_column column[ERB_FIGURES];
};

/* ---- figures.c -------------------------------------------------------------- */

extern struct erb_sheet erb_sheet_of (FILE *to, bool json);
/* How often a caller has to print all rows of a table: part 1 to this number. */
extern int erb_figures_parts (const struct erb_sheet *s, const struct erb_table *t);
extern void erb_figures_begin (struct erb_sheet *s, const struct erb_table *t, int part);
/* Begins a row.  In JSON, the caller may add members before the figures. */
extern void erb_row_begin (struct erb_sheet *s, const struct erb_table *t, const char *name);
extern void erb_row_figures (struct erb_sheet *s, const struct erb_table *t, int part,
                             const int64_t *figures);
extern void erb_figures_end (struct erb_sheet *s, const struct erb_table *t);
/* Returns how many of them a second that is; ERB_NO_FIGURE if no time has passed. */
extern int64_t erb_per_second (int64_t number, int64_t ns);
/* Prints ns as milliseconds, with the point of JSON in any locale. */
extern void erb_print_ms (FILE *to, int width, int64_t ns);

/* ---- json.c ----------------------------------------------------------------- */

/* The key is NULL in an array. */
extern void erb_json_open (struct erb_sheet *s, const char *key, char bracket);
extern void erb_json_close (struct erb_sheet *s, char bracket);
/* Adds an element that has been written before; in text, the text itself. */
extern void erb_json_piece (struct erb_sheet *s, const char *text);
/* A text that is NULL is null.  What is not UTF-8 is replaced. */
extern void erb_json_text (struct erb_sheet *s, const char *key, const char *text);
extern void erb_json_number (struct erb_sheet *s, const char *key, int64_t number);
extern void erb_json_ms (struct erb_sheet *s, const char *key, int64_t ns);

/* ---- bottleneck.c ----------------------------------------------------------- */

struct erb_suspect
{
  char name[40];
  int64_t number; /* of the process or record; 0: one of several of that name */
  int64_t ns;     /* busy, or waited */
  enum erb_side side; /* of the views that waited at a record: ERB_READ for data */
  int rank;       /* or -1 */
};

/* What the rule of bottleneck.c needs to know of a program. */
struct erb_findings
{
  int64_t elapsed;           /* ns */
  int64_t busy;              /* ns, of all processes */
  int64_t processes;
  int processors;
  struct erb_suspect process; /* the busiest one */
  struct erb_suspect longest; /* the record with the most waits on one side */
  struct erb_suspect turns;   /* the record at which both sides have waited most */
};

extern void erb_findings_begin (struct erb_findings *f, int64_t elapsed, int processors);
/* A process, or `count' of one name, was busy for so long; the busiest one for `most'. */
extern void erb_findings_process (struct erb_findings *f, const char *name, int64_t number,
                                  int64_t count, int64_t busy, int64_t most);
extern void erb_findings_record (struct erb_findings *f, const char *name, int64_t number,
                                 const int64_t waited[ERB_SIDES]);
/* Adds what was found on a rank. */
extern void erb_findings_add (struct erb_findings *f, const struct erb_findings *of, int rank);
extern void erb_findings_print (struct erb_sheet *s, const struct erb_findings *f);

/* ---- figures_file.c --------------------------------------------------------- */

/* Makes the file of that name the one for figures.  Returns false with errno set if that is not
 * possible. */
extern bool erb_figures_open (const char *name);
/* Returns that file, or stderr. */
extern FILE *erb_figures_stream (void);
/* Writes what is left in the buffer of `to', and reports if that file could not be written. */
extern void erb_figures_flush (FILE *to);

#endif
