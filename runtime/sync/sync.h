/* SPDX-License-Identifier: MIT */
/* sync.h - the four synchronisations on the slow path, and the waits in which they may end.
 *
 *   sync.c        commit, release, update, receive
 *   stall.c       stall
 *   claim.c       claim
 *   batching.c    a moment of polling for more than is needed
 *   distance.c    how far a reader stays behind a fast producer
 *   wait.c        the stages of a wait: spin, doze, sleep
 *   own_processor.c  a thread that waits goes to another processor than its partner's
 *   wait_queue.c  the sleepers of a record, and their wake-ups
 *   join.c        waits for the end of processes
 *
 * commit, release, update and stall need no lock, no read-modify-write and no fence until a process
 * waits or is woken, or a window is made or grows.  Where views map their windows for themselves, a
 * commit may also take the record's lock, to merge.
 */
#ifndef ERB_SYNC_H
#define ERB_SYNC_H

#include "record/record.h"

/* ---- wait.c ------------------------------------------------------------------- */

/* Returns a wait of v's owner until the lowest index of side reaches need. */
extern struct erb_wait erb_wait_of (struct erb_view *v, enum erb_primitive p,
                                    enum erb_side side, erbium_index need, const char *where);
/* Returns w, or a copy of it in a place that other processes can see, to be put into lists that
 * they read. */
extern struct erb_wait *erb_wait_shared (struct erb_wait *w);
/* Waits until w is ready, or for at most `limit' ns (< 0: for ever).  Returns whether it is
 * ready. */
extern bool erb_wait (struct erb_wait *w, int64_t limit);
/* Sleeps until another process has taken w off its list; returns true. */
extern bool erb_wait_sleep (struct erb_wait *w);

/* ---- own_processor.c ------------------------------------------------------------ */

/* Notes on which processor p, the caller, runs. */
extern void erb_note_processor (struct erb_process *p);
/* If a process that w waits for was last seen on the processor of the caller, the process of w,
 * moves the caller's thread to another one. */
extern void erb_leave_partner (const struct erb_wait *w);
/* If the caller, the process of w, has slept, and a process that w waits for was last seen on a
 * processor of a lower number, moves the caller's thread there. */
extern void erb_join_partner (const struct erb_wait *w);

/* ---- wait_queue.c -------------------------------------------------------------- */

/* Returns whether w has what it needs. */
extern bool erb_ready (const struct erb_wait *w);
/* Returns whether w has what it asks for at the moment (w->enough). */
extern bool erb_has_batch (const struct erb_wait *w);
/* Returns whether w has enough (w->worth) to make a switch of fibers worthwhile. */
extern bool erb_is_worth_switch (const struct erb_wait *w);
/* Returns erb_ready (w), tested under the record's lock (S3). */
extern bool erb_ready_under_lock (struct erb_wait *w);
/* Puts w into the queue of its record, to be woken at w->enough (S2). */
extern void erb_wait_enter (struct erb_wait *w);
/* Takes w off the queue.  If a waker has done so, takes the unpark that it has left. */
extern void erb_wait_leave (struct erb_wait *w);
/* Asks for a wake-up at `enough' from now on.  Returns false if a wake-up has come meanwhile. */
extern bool erb_wait_ask (struct erb_wait *w, erbium_index enough);
/* As erb_wait_ask, with what w needs.  The worker of a parked process calls it on behalf of the
 * process, which this may make ready. */
extern void erb_wait_ask_for_need (struct erb_wait *w);
/* Wakes the processes that wait for indices of that side and have what they ask for.  If all is
 * true, it also wakes those that have what they need but not what they ask for. */
extern void erb_wake (erbium_record *r, enum erb_side side, bool all);
/* Wakes the processes that wait for indices of views of p and have what they need. p is about to
 * wait, and must hold nothing back meanwhile. */
extern void erb_wake_partners (struct erb_process *p);
/* Wakes the joiners of program that wait for process `gone', which has just ended, or for all
 * others and need not do so any more.  Called under the program's lock. */
extern void erb_wake_joiners (erbium_program *program, erbium_process gone);

/* ---- batching.c ---------------------------------------------------------------- */

/* Polls for a moment, until the partners of v are v->batch elements beyond i.  Returns the lowest
 * index of the side. */
extern erbium_index erb_poll_for_more (struct erb_view *v, enum erb_side side, erbium_index i,
                                       erbium_index lowest);
/* Whether it makes sense to poll for the partners of v on that side. */
extern bool erb_may_poll (const struct erb_view *v, enum erb_side side);

/* ---- distance.c ---------------------------------------------------------------- */

/* Returns the bound of v, a read view that needs the elements before i and whose producers have
 * committed those before lowest >= i.  May poll for a moment for more of them. */
extern erbium_index erb_keep_distance (struct erb_view *v, erbium_index i, erbium_index lowest);

/* Gives other processes a turn: p, the caller, has got what it asked for. */
ERBIUM_INLINE void
erb_take_turns (struct erb_process *p)
{
  if (p->task->take_turns)
    p->task->take_turns (p);
}

/* Wakes the processes that wait for a record when its ids change, and joiners when processes
 * end. */
extern const struct erb_observer erb_sync_observer;

#endif
