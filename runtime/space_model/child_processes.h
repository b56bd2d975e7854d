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
/* Frees the child that was allocated last, which is not going to be started (in a replay). */
extern void erb_child_process_drop (struct erb_process *p);
/* Clears the list, in a new space. */
extern void erb_child_processes_forget (void);
/* Collects the children that have ended. */
extern void erb_child_processes_collect (void);

/* The following functions have effects in sealed programs only. */

/* Passes on the output of process id, which has been joined. */
extern void erb_child_process_joined (erbium_process id);
/* Passes on the remaining output of the processes of p, which have all been joined, including that
 * of their own children. */
extern void erb_child_processes_joined (const erbium_program *p);
/* Passes on the output of the space `from' if it is a descendant of the caller.  The program is
 * about to end because of that space, which has reported the reason, or has died. */
extern void erb_child_processes_pass_output (erb_space from);
/* Passes on the output of all processes, in a deadlock, where every process waits. */
extern void erb_child_processes_pass_all_output (void);
/* Called when the caller is about to end because s has died; calls erb_space_dies_of. */
extern void erb_child_processes_die_of (erb_space s);

/* ---- space_park.c: sleeping, as the table of task models requires ----------------- */

extern bool erb_space_park (struct erb_process *p, const struct erb_wait *w, int64_t timeout);
/* Ends the program with an error if a space has died whose process had not left the program. */
extern void erb_space_check_deaths (erbium_program *program, const struct erb_wait *w);
/* Called in place of taking a lock whose owner has died: reports the death. */
extern void erb_space_lost_lock (void);

#endif
