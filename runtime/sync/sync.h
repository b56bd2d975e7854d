/* SPDX-License-Identifier: MIT */
/* sync.h - the four synchronisations where they take the slow path, and the waits that they end in.
 *
 *   sync.c        commit, release, update, receive
 *   stall.c       stall
 *   claim.c       claim
 *   batching.c    a moment's wait for more than is needed
 *   wait.c        the stages of a wait: spin, doze, sleep
 *   wait_queue.c  who waits for which index, and who wakes it
 *   join.c        waits for the end of processes
 *
 * Nothing here needs a lock, a read-modify-write or a fence until somebody has to wait or a window
 * has to grow.
 */
#ifndef ERB_SYNC_H
#define ERB_SYNC_H

#include "record/record.h"

/* ---- wait.c ------------------------------------------------------------------- */

/* A wait of v's owner until the lowest index of side gets to need. */
extern struct erb_wait erb_wait_of (struct erb_view *v, enum erb_primitive p,
                                    enum erb_side side, erbium_index need, const char *where);
/* w, or a copy where other processes can see it: that is what is put into lists. */
extern struct erb_wait *erb_wait_shared (struct erb_wait *w);
/* Waits until w is ready, or for at most so long (ns, < 0: for ever).  Returns whether it is
 * ready. */
extern bool erb_wait (struct erb_wait *w, int64_t limit);
/* Sleeps until somebody has taken w off its list; returns true. */
extern bool erb_wait_sleep (struct erb_wait *w);

/* ---- wait_queue.c -------------------------------------------------------------- */

/* Whether w has what it needs; what it asks for, if only for a while; what is worth a switch. */
extern bool erb_ready (const struct erb_wait *w);
extern bool erb_has_batch (const struct erb_wait *w);
extern bool erb_is_worth_switch (const struct erb_wait *w);
/* erb_ready, under the record's lock (S3). */
extern bool erb_ready_under_lock (struct erb_wait *w);
/* Puts w among those who wait for its record, to be woken at w->enough (S2). */
extern void erb_wait_enter (struct erb_wait *w);
/* Takes w off; if a waker has done so, takes the unpark that it has left. */
extern void erb_wait_leave (struct erb_wait *w);
/* Asks for a wake-up at enough, no later.  False if one has come meanwhile. */
extern bool erb_wait_ask (struct erb_wait *w, erbium_index enough);
/* As erb_wait_ask for what w needs, of a parked process, which this may make ready.  By its
 * worker. */
extern void erb_wait_ask_for_need (struct erb_wait *w);
/* Wakes those who wait for indices of that side.  all: also those who have what they need though
 * not what they ask for. */
extern void erb_wake (erbium_record *r, enum erb_side side, bool all);
/* erb_wake for every view of p: what p holds back, it gives before it waits. */
extern void erb_wake_partners (struct erb_process *p);
/* Lets go the processes of a list of joiners that have what they wait for.  Under the program's
 * lock. */
extern void erb_wake_joiners (erbium_program *program);

/* ---- batching.c ---------------------------------------------------------------- */

/* Lets a running partner get ahead by view->batch beyond i, if it soon does; returns the lowest index
 * of the side. */
extern erbium_index erb_poll_for_more (struct erb_view *v, enum erb_side side, erbium_index i,
                                       erbium_index lowest);

/* Gives others a turn: p, the caller, has got what it asked for. */
ERBIUM_INLINE void
erb_take_turns (struct erb_process *p)
{
  if (p->task->take_turns)
    p->task->take_turns (p);
}

/* Wakes those who wait for a record, or for processes, when its ids or these change. */
extern const struct erb_observer erb_sync_observer;

#endif
