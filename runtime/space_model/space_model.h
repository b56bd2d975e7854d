/* SPDX-License-Identifier: MIT */
/* space_model.h - processes as spaces: processes of the system that share records and nothing else.
 *
 * The task model 'space' runs each process in a space of its own (space/).  It reports deaths, and
 * lets a program of spaces end as one: the first fault, death or call of exit decides the exit
 * status of the first space, and only its process reports it.
 */
#ifndef ERB_SPACE_MODEL_H
#define ERB_SPACE_MODEL_H

#include "sync/sync.h"

extern const struct erb_task_model erb_task_space;
extern const struct erb_observer erb_space_model_observer;

/* Waits for all spaces that the caller has started for processes of p, and gives them back; NULL: of every
 * program, at the end of the caller. */
extern void erb_child_processes_end (const erbium_program *p);

/* Ends the process of the caller if the program is about to end. */
extern void erb_exit_status_check (void);
/* Whether the process of the caller is about to end so. */
extern bool erb_exit_status_is_followed (void);

#endif
