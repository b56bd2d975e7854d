/* SPDX-License-Identifier: MIT */
/* move_cost.h - what it costs to move a process to another worker. */
#ifndef ERB_MOVE_COST_H
#define ERB_MOVE_COST_H

#include "fiber/worker.h"

/* Returns whether processes of w run so long from one switch to the next that a move costs much
 * less. */
extern bool erb_worker_has_long_turns (const struct erb_worker *w);
/* Returns whether a move of p, of w, with the data of a turn, costs much less than a turn of p, or
 * than that of the process which w runs, for which p would have to wait. */
extern bool erb_move_pays (const struct erb_worker *w, const struct erb_process *p);
/* Returns whether a move costs less than a turn of w, with so many bytes. */
extern bool erb_move_of_bytes_pays (const struct erb_worker *w, int64_t bytes);
/* Returns the time in ns that it takes to bring the data of a turn of p to another worker. */
extern int64_t erb_move_data_time (const struct erb_process *p);

/* Returns the bytes that v has read or written. */
extern uint64_t erb_move_bytes_of (const struct erb_view *v);

/* The bytes that p has read and written with the views that it has, modulo 2^64. */
extern uint64_t erb_move_bytes_moved (const struct erb_process *p);
/* Returns the time in ns that bytes take from one worker to another. */
extern int64_t erb_move_transfer_time (const erbium_program *p, int64_t bytes);

/* Notes that p has run for that long (ns) from one switch to the next.  Not every turn is noted. */
extern void erb_move_note_turn (struct erb_process *p, int64_t turn);

/* Measures the distance of w, the caller's, to v, and how long data takes from any other.  Called
 * again and again while w is idle. */
extern void erb_move_measure (struct erb_worker *w, const struct erb_worker *v);

/* Returns whether p, the caller, has spent most of its time since the last call on the transfer of
 * its data from another worker. */
extern bool erb_move_slows (struct erb_process *p);

/* Returns the time in ns that bytes take from one worker to another, as far as the distance
 * tells. */
extern int64_t erb_move_guess (const erbium_program *p, int64_t bytes);

/* ---- transfer_probe.c ------------------------------------------------------------ */

enum { ERB_PROBE_BYTES = 16384 };

/* Returns the probe of a program, which free frees, or NULL: then nothing is measured. */
extern struct erb_probe *erb_probe_new (void);
/* Writes the probe if an idle worker wants it.  Called by w when it has read the clock. */
extern void erb_probe_write (const struct erb_worker *w);
/* Asks for the probe if it is time, or reads it and notes the program's time of transfer.  Called
 * by w again and again while it is idle. */
extern void erb_probe_read (const struct erb_worker *w, int64_t now);

#endif
