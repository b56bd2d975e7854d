/* SPDX-License-Identifier: MIT */
/* observe.h - checks of calls and accesses, and statistics: both observe what others do. */
#ifndef ERB_OBSERVE_H
#define ERB_OBSERVE_H

#include "sync/sync.h"

extern const struct erb_observer erb_checks_observer, erb_statistics_observer;

/* Prints the statistics of p if STATS is set; in haste: where the program is cut short, and locks
 * may be held for good. */
extern void erb_stats_at_end (erbium_program *p);
extern void erb_stats_at_fault (erbium_program *p);

/* ---- Between the files of observe/ --------------------------------------------- */

/* Of few processes each has a line of its own in the table, with its number; of many those of one
 * name share one, with how many they are.  Bytes of a name. */
enum { ERB_FEW_ROWS = 64, ERB_ROW_NAME = 32 };

extern void erb_count_call (struct erb_process *p, enum erb_primitive primitive);
/* ended_counts.c.  Keeps p, which has just ended, or adds its counts to another's.  Under the
 * program's lock. */
extern void erb_keep_ended (struct erb_process *p);

#endif
