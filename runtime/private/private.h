/* SPDX-License-Identifier: MIT */
/* private.h - private windows: each registered reader has a window of its own, into which the
 * elements are copied.
 *
 * With the setting WINDOWS=private the window of a record is that of its producers.  A reader gets
 * the elements that it asks for in memory of its own.  Once they have arrived there, the producers
 * may overwrite theirs, though the reader has not released them: so a stall waits for the copy of
 * an element, and not for its use.  A network computes the same in both kinds of windows.
 *
 * The idea is that of the target variables of LC, which a communication processor fills
 * (docs/README.md#references); records whose processes share no memory need it too.
 *
 *   arrivals.c   the setting, and the table of functions that record/ and sync/ call
 *   arrival.c    which elements are copied when, and what producers learn of it
 *   communicator.c  threads that copy while readers compute
 *   trial.c      whether such a thread pays
 *
 * record/own_window.c has the windows themselves.
 */
#ifndef ERB_PRIVATE_H
#define ERB_PRIVATE_H

#include "record/record.h"

/* The entries of the table: arrival.c. */
extern erbium_index erb_arrive (struct erb_view *v, erbium_index i, erbium_index low,
                                const char *where);
extern void erb_arrival_receive (struct erb_view *v, erbium_index tl, erbium_index hd);
extern void erb_arrival_released (struct erb_view *v);

extern void erb_communicator_stop (struct erb_view *v);

/* Observers: communicator.c. */
extern void erb_communicator_process_ends (struct erb_process *p);
extern void erb_communicators_end (erbium_program *p);
extern bool erb_communicator_moves (const struct erb_wait *w);

/* Gives records this table in programs with the setting. */
extern const struct erb_observer erb_private_observer;

#endif
