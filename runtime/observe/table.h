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

/* Prints the table of records.  Under the program's lock; in_haste: waits for no lock. */
extern void erb_print_records (erbium_program *p, FILE *to, bool in_haste);

#endif
