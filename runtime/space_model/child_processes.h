/* SPDX-License-Identifier: MIT */
/* hosted.h - processes of a program as spaces: those that the calling space has started. */
#ifndef ERB_HOSTED_H
#define ERB_HOSTED_H

#include "space/space.h"
#include "space_model/exit_status.h"

extern const struct erb_task_model erb_task_space;
extern const struct erb_observer erb_space_model_observer;

/* hosted.c.  A child of the caller for process p, allocated; p->space is its name. */
extern struct erb_space_child *erb_hosted_new (struct erb_process *p);
/* In a replay, where the one for which a child was made last is not to be started: it has none. */
extern void erb_hosted_drop (struct erb_process *p);
/* In a new space: it has none. */
extern void erb_hosted_forget (void);
/* Gives back those that have ended. */
extern void erb_hosted_collect (void);
/* Waits for all of p, and gives them back; NULL: of every program, at the end of the caller.  A death is a verdict. */
extern void erb_hosted_end (const erbium_program *p);
/* Where the program is sealed: process id has been joined, what it has printed is passed on. */
extern void erb_hosted_joined (erbium_process id);
/* Likewise, all of p have: with what those have printed that they have run. */
extern void erb_hosted_joined_all (const erbium_program *p);
/* Sealed.  The program is about to end, as that space has said why, or has died: what it has printed is passed on, if the
 * caller has run it or those that have; all that any has printed, where every process waits for good. */
extern void erb_hosted_pass_output (erb_space from);
extern void erb_hosted_pass_all_output (void);
/* The caller is about to end since s has died, as erb_space_dies_of. */
extern void erb_hosted_dies_of (erb_space s);

/* wait_space.c.  As the row of the task table says. */
extern bool erb_space_park (struct erb_process *p, const struct erb_wait *w, int64_t timeout);
/* Ends the program if a space of it has died that still had something to do. */
extern void erb_space_look_for_deaths (erbium_program *program, const struct erb_wait *w);
/* Whoever held a lock has died: called instead of taking it. */
extern void erb_space_lost_lock (void);

#endif
