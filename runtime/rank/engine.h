/* SPDX-License-Identifier: MIT */
/* engine.h - what the files of the engine share: engine.c, messages.c and ends.c.
 *
 * All of it is for the engine's thread alone, but for bells.
 */
#ifndef ERB_RANK_ENGINE_H
#define ERB_RANK_ENGINE_H

#include "rank/ranks.h"

extern const struct erb_link *erb_mpi;
extern struct erb_lock erb_engine_state; /* the engine's lock; erb_engine_lock is for others */

/* Returns zeroed memory; ends the job if there is none. */
extern void *erb_rank_memory (size_t bytes);

/* ---- engine.c ------------------------------------------------------------------------ */

/* Rings, and wakes the engine of that bell if it sleeps. */
extern void erb_bell_ring (struct erb_bell *b);

/* ---- messages.c ---------------------------------------------------------------------- */

/* Receives what has come, and puts it with what is to be handled. */
extern void erb_receive (void);
/* Handles what has been received, as far as possible, under the lock.  Returns whether anything
 * was handled. */
extern bool erb_see_arrived (void);
/* Whether anything has been received and not been handled. */
extern bool erb_has_arrived (void);
/* Sends what is queued; returns whether there was anything. */
extern bool erb_send_queued (void);
extern bool erb_has_queued (void);
/* Sends m at once. */
extern void erb_send_now (int to, struct erb_message *m);
/* Returns whether a message that concerns processes has been handled since the last call. */
extern bool erb_messages_moved (void);

/* ---- ends.c -------------------------------------------------------------------------- */

/* Watches the other ranks of this machine; process: by rank. */
extern void erb_watch_ranks (const int64_t *process);
extern void erb_look_for_deaths (void);
/* Reports that MPI has lost another rank. */
extern void erb_rank_lost (const char *what) ERB_NORETURN ERB_COLD;
/* Another rank has reported an error, or the program has ended: this rank ends. */
extern void erb_see_fault (const struct erb_message *m);
extern void erb_see_finish (void);
/* Whether a rank may be gone because the program ends, or because one has reported an error. */
extern bool erb_is_ending (void);
/* Ends this rank if it has reported an error itself. */
extern void erb_end_if_faulty (void);
extern bool erb_is_faulty (void);
/* After is_ending: ends MPI, together with all other ranks.  Does not return after an error. */
extern void erb_end_mpi (void);

#endif
