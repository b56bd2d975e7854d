/* SPDX-License-Identifier: MIT */
/* child_processes.h - the processes that the calling space has started, each in a child of its own. */
#ifndef ERB_CHILD_PROCESSES_H
#define ERB_CHILD_PROCESSES_H

#include "space/space.h"
#include "space_model/exit_status.h"

/* ---- child_processes.c --------------------------------------------------------- */

/* Allocates a child of the caller for process p; p->space is its name. */
extern struct erb_space_child *erb_child_process_new (struct erb_process *p);
/* Gives back the last one that was made, which is not started (in a replay). */
extern void erb_child_process_drop (struct erb_process *p);
/* In a new space: it has none. */
extern void erb_child_processes_forget (void);
/* Gives back those that have ended. */
extern void erb_child_processes_collect (void);

/* The rest does something in sealed programs only. */

/* Process id has been joined: passes on what it has printed. */
extern void erb_child_process_joined (erbium_process id);
/* All processes of p have been joined: passes on the rest, with what those have printed that they have run. */
extern void erb_child_processes_joined (const erbium_program *p);
/* The program is about to end, as that space has reported, or has died: passes on what that has printed, if
 * the caller has run it or one of those that have. */
extern void erb_child_processes_pass_output (erb_space from);
/* Where every process waits for good: passes on all that any has printed. */
extern void erb_child_processes_pass_all_output (void);
/* The caller is about to end since s has died, as erb_space_dies_of. */
extern void erb_child_processes_die_of (erb_space s);

/* ---- space_park.c: sleeping, as the row of the task table says -------------------- */

extern bool erb_space_park (struct erb_process *p, const struct erb_wait *w, int64_t timeout);
/* Ends the program if a space of it has died that still had something to do. */
extern void erb_space_check_deaths (erbium_program *program, const struct erb_wait *w);
/* The owner of a lock has died: called instead of taking it. */
extern void erb_space_lost_lock (void);

#endif
