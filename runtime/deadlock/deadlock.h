/* SPDX-License-Identifier: MIT */
/* deadlock.h - deadlocks: windows grow to resolve artificial ones, and true ones are reported.
 *
 * The folder observes events.  It searches the graph "p waits for q" when the last process falls
 * asleep, when the last process that is awake ends, and when processes have slept for long.  Only
 * rank/ calls it, to search a program that stands for those of several ranks.
 *
 *   detect.c        the search, and the report of a deadlock
 *   liveness.c      which processes are dead, that is, will never proceed
 *   grow.c          which window grows, and how far, to resolve an artificial deadlock
 *   wait_graph.c    the graph of waits: its components and its cycles
 *   cycle_report.c  the text of a report
 */
#ifndef ERB_DEADLOCK_H
#define ERB_DEADLOCK_H

#include "event/event.h"

extern const struct erb_observer erb_deadlock_observer;

/* Searches p, whose processes, records and views are copies of others that have stood still.
 * Processes whose wait is not set count as running.  Stores in the views of stalls the horizons to
 * which they grow, and returns whether there are any; or reports a deadlock, which does not return
 * if every process waits.  The caller alone uses p. */
extern bool erb_find_deadlock_of_copy (erbium_program *p);

#endif
