/* SPDX-License-Identifier: MIT */
/* table.h - lines of the tables of statistics (statistics.c, record_table.c). */
#ifndef ERB_OBSERVE_TABLE_H
#define ERB_OBSERVE_TABLE_H

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
extern void erb_row_print_head (const char *what, const char *number, const char *last, FILE *to);
extern void erb_row_print (const struct erb_row *r, FILE *to);

/* How statistics are printed.  IN_HASTE: the program ends, and no lock is waited for.  IN_HANDLER:
 * the same in the handler of a signal, without locks of records and without malloc; sleeps that
 * last, and sizes of windows, are left out. */
enum erb_haste { ERB_AT_EASE, ERB_IN_HASTE, ERB_IN_HANDLER };

/* statistics.c.  Takes the lock of r if there is one to take; returns whether r may be read. */
extern bool erb_table_get_record (erbium_record *r, enum erb_haste haste);
extern void erb_table_let_record_go (erbium_record *r, enum erb_haste haste);
/* Returns memory for the lines of a table, or NULL. */
extern void *erb_table_memory (size_t bytes, enum erb_haste haste);
extern void erb_table_free (void *at, size_t bytes, enum erb_haste haste);
extern void erb_stats_print (erbium_program *p, FILE *to, enum erb_haste haste);

/* Prints the table of records.  Under the program's lock. */
extern void erb_print_records (erbium_program *p, FILE *to, enum erb_haste haste);

#endif
