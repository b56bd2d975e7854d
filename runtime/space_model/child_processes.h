/* SPDX-License-Identifier: MIT */
/* child_processes.h - the processes that the calling space has started, each in a child space; how
 * a process that is a space sleeps. */
#ifndef ERB_CHILD_PROCESSES_H
#define ERB_CHILD_PROCESSES_H

#include "space/space.h"
#include "space_model/exit_status.h"

/* ---- child_processes.c --------------------------------------------------------- */

/* Allocates a child of the caller for process p and stores it in p->space. */
extern struct erb_space_child *erb_child_process_new (struct erb_process *p);
/* Frees the last child, which is not started (in a replay). */
extern void erb_child_process_drop (struct erb_process *p);
/* In a new space: clears the list. */
extern void erb_child_processes_forget (void);
/* Collects the children that have ended. */
extern void erb_child_processes_collect (void);

/* The following functions have effects in sealed programs only. */

/* Process id has been joined: passes on its output. */
extern void erb_child_process_joined (erbium_process id);
/* All processes of p have been joined: passes on the remaining output, including that of their own
 * children. */
extern void erb_child_processes_joined (const erbium_program *p);
/* The program is about to end because of that space, which has reported the reason, or has died.
 * Passes on its output if it is a descendant of the caller. */
extern void erb_child_processes_pass_output (erb_space from);
/* In a deadlock, where every process waits: passes on the output of all. */
extern void erb_child_processes_pass_all_output (void);
/* The caller is about to end because s has died; includes erb_space_dies_of. */
extern void erb_child_processes_die_of (erb_space s);

/* ---- space_park.c: sleeping, as the table of task models requires ----------------- */

extern bool erb_space_park (struct erb_process *p, const struct erb_wait *w, int64_t timeout);
/* Ends the program with an error if a space has died whose process had not left the program. */
extern void erb_space_check_deaths (erbium_program *program, const struct erb_wait *w);
/* Called in place of taking a lock whose owner has died: reports the death. */
extern void erb_space_lost_lock (void);

#endif
