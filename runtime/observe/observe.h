/* SPDX-License-Identifier: MIT */
/* observe.h - checks of calls and accesses, and statistics.
 *
 * Both observe events (event/): a view that is watched takes the slow path in every call, which
 * emits an event.
 *
 *   checks.c        checked mode (CHECK)
 *   write_checks.c  checked mode: committed elements, elements of two producers
 *   claim_checks.c  checked mode: outputs of a process that claims
 *   unchecked_files.c   checked mode: which files have accesses that it cannot check
 *   statistics.c    counts, and when STATS prints them
 *   process_table.c the table of processes
 *   on_signal.c     SIGUSR1 prints statistics
 *   record_table.c  the table of records
 *   busy_times.c    how long processes did not wait
 *   run_times.c     when a program began, did its first work, and had done the last
 *   ended_counts.c  the counts of processes that have ended
 */
#ifndef ERB_OBSERVE_H
#define ERB_OBSERVE_H

#include "sync/sync.h"

extern const struct erb_observer erb_checks_observer, erb_writes_observer, erb_claims_observer,
  erb_unchecked_observer,
  erb_statistics_observer, erb_busy_observer, erb_record_table_observer, erb_run_times_observer,
  erb_on_signal_observer;

/* Print the statistics of p if STATS is set.  The second function is for a program that ends early,
 * whose locks may be held for ever. */
extern void erb_stats_at_end (erbium_program *p);
extern void erb_stats_at_fault (erbium_program *p);

/* ---- Shared by the files of observe/ ------------------------------------------ */

/* If there are at most ERB_FEW_ROWS processes, each has a line of its own in the table, with its
 * number.  Otherwise a line stands for all processes of the same name, with their count.
 * ERB_ROW_NAME is the size of a name in bytes. */
enum { ERB_FEW_ROWS = 64, ERB_ROW_NAME = 32 };

/* write_checks.c.  Checks an access to the elements [from, to) of v, which are live. */
extern void erb_check_write (struct erb_view *v, erbium_index from, erbium_index to,
                             const char *where);
extern void erb_count_call (struct erb_process *p, enum erb_primitive primitive);
/* ended_counts.c.  Keeps p, which has just ended, or adds its counts to those of another process.
 * Under the program's lock. */
extern void erb_keep_ended (struct erb_process *p);

#endif
