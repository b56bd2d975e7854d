/* SPDX-License-Identifier: MIT */
/* space_model.h - processes as spaces: processes of the system that share only records.
 *
 * The task model `space' runs each process in a space of its own (space/).  The folder detects
 * deaths of processes, and makes a program of spaces end as one: the first error, death or call of
 * exit determines the exit status of the first space, and only its process reports the reason.
 *
 *   space_model.c      the task model
 *   space_park.c       how a process sleeps and wakes; deaths of other processes
 *   child_processes.c  the processes that a space has started, and their output
 *   exit_status.c      how the program ends early
 *   global_diff.c      checked mode: variables that a process has changed in its own memory only
 */
#ifndef ERB_SPACE_MODEL_H
#define ERB_SPACE_MODEL_H

#include "sync/sync.h"

extern const struct erb_task_model erb_task_space;
extern const struct erb_observer erb_space_model_observer;

/* Waits for all spaces that the caller has started for processes of p, and collects them. p is NULL
 * at the end of the caller, and stands for any program. */
extern void erb_child_processes_end (const erbium_program *p);

/* Ends the caller's process if the program is about to end. */
extern void erb_exit_status_check (void);
/* Returns whether the caller's process is about to end for that reason. */
extern bool erb_exit_status_is_followed (void);

#endif
