/* SPDX-License-Identifier: MIT */
/* rows.h - rows of the tables of statistics (statistics.c, process_table.c, record_table.c). */
#ifndef ERB_OBSERVE_ROWS_H
#define ERB_OBSERVE_ROWS_H

#include "figures/figures.h"
#include "observe/observe.h"

struct erb_row
{
  char name[ERB_ROW_NAME];
  int64_t id; /* of the process or record; 0: all of that name */
  int64_t number, elements[ERB_SIDES], calls;
  int64_t waits[ERB_SIDES], sleeps[ERB_SIDES], waited[ERB_SIDES];
};

extern void erb_row_add_counts (struct erb_row *row, struct erb_wait_counts *c);
/* Adds a wait that is still asleep, which has not been counted.  Under the record's lock. */
extern void erb_row_add_wait (struct erb_row *row, const struct erb_wait *w);

/* The columns of waits, which the tables of processes and of records have in common, and the
 * figures of a row for them, at `to'. */
enum { ERB_WAIT_COLUMNS = 6 };
#define ERB_COLUMNS_OF_WAITS                                         \
  { "no data", "data_waits", 9, 2, true, ERB_PLAIN },                \
  { "sleeps", "data_sleeps", 8, 2, false, ERB_PLAIN },               \
  { "ms", "data_ms", 11, 2, false, ERB_MS },                         \
  { "no room", "room_waits", 9, 2, true, ERB_PLAIN },                \
  { "sleeps", "room_sleeps", 8, 2, false, ERB_PLAIN },               \
  { "ms", "room_ms", 11, 2, false, ERB_MS }
extern void erb_row_wait_figures (const struct erb_row *row, int64_t *to);

/* How statistics are printed.  IN_HASTE: the program ends, and no lock is waited for.  IN_HANDLER:
 * the same in the handler of a signal, without locks of records and without malloc; sleeps that
 * last, and sizes of windows, are left out. */
enum erb_haste { ERB_AT_EASE, ERB_IN_HASTE, ERB_IN_HANDLER };

/* ---- statistics.c ------------------------------------------------------------- */

/* Takes the lock of r if there is one to take; returns whether r may be read. */
extern bool erb_table_get_record (erbium_record *r, enum erb_haste haste);
extern void erb_table_let_record_go (erbium_record *r, enum erb_haste haste);
/* Returns memory for the lines of a table, or NULL. */
extern void *erb_table_memory (size_t bytes, enum erb_haste haste);
extern void erb_table_free (void *at, size_t bytes, enum erb_haste haste);
extern void erb_stats_print (erbium_program *p, FILE *to, enum erb_haste haste);

/* ---- busy_times.c ------------------------------------------------------------- */

/* How long a process, and those that it stands for, have lived; how long of that they did not wait;
 * and the most of the latter.  All are 0 if that was not counted. */
struct erb_busy { int64_t lived, busy, busiest; };

/* Notes for how long the processes of p have been asleep in waits that last.  Under the program's
 * lock; the last two functions, too. */
extern void erb_note_waits (erbium_program *p, enum erb_haste haste);
extern void erb_note_life (struct erb_process *p);
extern struct erb_busy erb_busy_of (const struct erb_process *p, int64_t now);

/* ---- process_table.c, record_table.c ------------------------------------------ */

/* Print the tables, and add to findings.  Under the program's lock. */
extern void erb_print_processes (erbium_program *p, struct erb_sheet *sheet, enum erb_haste haste,
                                 struct erb_findings *findings);
extern void erb_print_records (erbium_program *p, struct erb_sheet *sheet, enum erb_haste haste,
                               struct erb_findings *findings);

#endif
