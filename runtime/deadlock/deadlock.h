/* SPDX-License-Identifier: MIT */
/* deadlock.h - deadlocks: windows grow to resolve artificial ones, and true ones are reported.
 *
 * The folder observes events; no other folder calls it.  It searches the graph "p waits for q" when
 * the last process falls asleep, when the last process that is awake ends, and when processes have
 * slept for long.
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

#endif
