/* SPDX-License-Identifier: MIT */
/* waits.h - part of runtime.h, which includes it: who waits for what, lingering, cycles of waits. */
#ifndef ERB_WAITS_H
#define ERB_WAITS_H

/* ---- sync.c ------------------------------------------------------------ */

/* The highest that is known of a side, terminal indices included. */
extern erbium_index erb_furthest (const erbium_record *r, enum erb_side side);
#include "sync/indices.h"

/* ---- wait.c ------------------------------------------------------------ */

/* What a process waits for: that the lowest index of a side of a record gets
 * to need, or the end of a process, or of all. */
struct erb_wait
{
  struct erb_process *process;
  enum erb_primitive primitive;
  struct erb_view *view;   /* or NULL: it waits for processes */
  erbium_record *record;
  enum erb_side side;      /* whose indices */
  erbium_index need;       /* goes on from here */
  erbium_index enough;     /* worth a wake-up; need <= enough */
  erbium_index seen;       /* while it is polled: the index as of the last poll, */
  int still;               /* and polls in a row that saw no progress */
  erbium_process end_of;   /* process, or 0 for all others */
  erbium_index worth;      /* of a fiber: and from here on gladly; 0: as soon as it can */
  const char *where;
  int64_t since;           /* ns, when it began; while it is queued, if that is counted */
  bool for_room;           /* would go on with a larger window, not horizon */
  bool grown;              /* a larger one is wanted, to break a cycle */
  bool queued;
  struct erb_wait *next;
  bool confirmed;          /* of a fiber: surely woken by a publication */
  struct erb_wait *crossing_next, *crossing_previous; /* on its worker's list */
};

/* Until the lowest index of side gets to need. */
extern struct erb_wait erb_wait_of (struct erb_view *v, enum erb_primitive p,
                                    enum erb_side side, erbium_index need, const char *where);
/* w, or a copy where other processes can see it: what is put into lists. */
extern struct erb_wait *erb_wait_shown (struct erb_wait *w);
/* Waits until w is ready, or for at most so long (ns, < 0: for ever).  Returns
 * whether it is ready. */
extern bool erb_wait (struct erb_wait *w, int64_t limit);
extern bool erb_ready (const struct erb_wait *w);
/* Whether it has what is worth a switch. */
extern bool erb_has_worth (const struct erb_wait *w);
/* Whether it has what it asks for, if only for a while. */
extern bool erb_has_enough (const struct erb_wait *w);
/* Puts w among those who wait for its record, to be woken at w->enough (S2). */
extern void erb_wait_enter (struct erb_wait *w);
/* Takes it off; if a waker has done so, takes what he left. */
extern void erb_wait_leave (struct erb_wait *w);
/* Asks for a wake-up at need, no later.  False if one has come meanwhile. */
extern bool erb_wait_ask (struct erb_wait *w, erbium_index enough);
/* The same for a parked process, which this may make ready.  By its worker. */
extern void erb_wait_ask_for_need (struct erb_wait *w);
/* erb_ready, under the record's lock (S3). */
extern bool erb_ready_under_lock (struct erb_wait *w);

/* Wakes those who wait for indices of that side.  all: also those who have
 * what they need though not enough. */
extern void erb_wake (erbium_record *r, enum erb_side side, bool all);
/* The same for every view of p: what it holds back, it gives before it waits. */
extern void erb_wake_partners (struct erb_process *p);
extern void erb_wake_joiners (erbium_program *program);

/* ---- linger.c ---------------------------------------------------------- */

/* Lets a running partner get ahead by view->ask beyond i, if it soon does;
 * returns the lowest index of the side. */
extern erbium_index erb_linger (struct erb_view *v, enum erb_side side, erbium_index i,
                                erbium_index lowest);

/* ---- wait_thread.c, wait_fiber.c ----------------------------------------- */

/* Rows of the task table: see there. */
extern bool erb_thread_wait (struct erb_wait *w, int64_t limit);
extern bool erb_fiber_wait (struct erb_wait *w, int64_t limit);
extern bool erb_thread_sleep (struct erb_wait *w);
extern bool erb_fiber_sleep (struct erb_wait *w);
extern bool erb_thread_may_linger (const struct erb_view *v, enum erb_side side);
extern bool erb_thread_is_turn_of (const struct erb_view *v, enum erb_side side);
extern void erb_thread_take_turns (struct erb_process *p);
extern bool erb_fiber_may_linger (const struct erb_view *v, enum erb_side side);
extern bool erb_fiber_is_turn_of (const struct erb_view *v, enum erb_side side);

/* ---- deadlock.c -------------------------------------------------------- */

/* p waits, and nobody seems to be awake, or suspicious: it has for long.  Is there
 * a deadlock?  Grows a window, warns, or ends the program, or does nothing.  p may be
 * NULL where nobody is awake. */
extern void erb_find_deadlock (erbium_program *program, struct erb_process *p, bool suspicious);
/* The same for all fibers that have slept since the last call. */
extern void erb_find_sleepers (erbium_program *program);
/* The same for the end of a process, under the program's lock, which is held
 * again on return. */
extern void erb_find_deadlock_at_end (erbium_program *p);

#endif
