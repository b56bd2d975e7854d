/* SPDX-License-Identifier: MIT */
/* wait_graph.h - the graph of waits, as the files of deadlock/ share it. */
#ifndef ERB_WAIT_GRAPH_H
#define ERB_WAIT_GRAPH_H

#include "sync/sync.h"

/* A cycle, as far as reports show it. */
struct erb_cycle
{
  struct erb_wait *wait[32];
  int length;              /* may be longer than what is kept */
  bool small;              /* a larger horizon would let one of them go on */
};

enum { ERB_CYCLE_KEPT = sizeof ((struct erb_cycle *) 0)->wait / sizeof (struct erb_wait *) };

ERBIUM_INLINE bool
erb_is_stall (const struct erb_wait *w)
{
  return w->view && w->side == ERB_READ;
}

/* Whether w, a join, waits for the end of q. */
ERBIUM_INLINE bool
erb_joins (const struct erb_wait *w, const struct erb_process *q)
{
  return q != w->process && q->entry.start && (w->end_of == 0 || q->id == w->end_of);
}

/* Whether a larger horizon would let w go on: not where it waits for a view to register, nor where
 * there is none larger. */
extern bool erb_can_grow (const struct erb_wait *w);
/* The horizon that does, or one that is twice as large and gets nearer to it; 0 if there is
 * none. */
extern erbium_index erb_grown_horizon (const struct erb_wait *w);
/* The index that a slot must get to for w to go on.  Where a producer has ended before the need,
 * the others need only get to that end. */
extern erbium_index erb_needed (const struct erb_wait *w);

/* ---- wait_graph.c ---------------------------------------------------- */

struct erb_walk
{
  int64_t mark;
  /* Whether q is part of the graph. */
  bool (*has) (const struct erb_walk *k, const struct erb_process *q);
  /* Called for each component: from top down to end, exclusively, by search.below. */
  void (*judge) (struct erb_walk *k, struct erb_process *top, struct erb_process *end, bool cyclic);
  struct erb_deadlock_search *look;
  bool taken_by_any;          /* an id that nobody holds is waited for as if all held it */
  struct erb_process *first;  /* the first that waits for such an id */
  struct erb_process *stack;
  int64_t order;
};

/* Whether p sleeps and lacks what it waits for. */
extern bool erb_stuck (const struct erb_process *p);
/* Visits what is reached from start and has not been visited by k. */
extern void erb_walk (struct erb_walk *k, struct erb_process *start);
/* start is on a cycle. */
extern void erb_cycle_through (struct erb_walk *k, struct erb_process *start, struct erb_cycle *c);

/* ---- liveness.c ---------------------------------------------------- */

struct erb_deadlock_search
{
  erbium_program *program;
  int64_t number;
  bool final;                    /* everybody waits */
  bool hopeless;                 /* and no larger horizon would help */
  bool grown;                    /* some stall goes on */
  struct erb_process *held_back; /* in an artificial deadlock, but GROW is off */
  struct erb_process *dead;      /* on a cycle of dead ones */
};

/* GROW is about horizons: up to what it has, a window may always grow. */
extern bool erb_may_grow (const erbium_program *p, const struct erb_wait *w);
/* Whether w might go on with a larger horizon. */
extern bool erb_has_hope (const struct erb_deadlock_search *l, const struct erb_wait *w);
/* Judges a component, for erb_walk. */
extern void erb_judge_dead (struct erb_walk *k, struct erb_process *top, struct erb_process *end,
                           bool cyclic);
/* Whether q, whose component has been judged, is dead. */
extern bool erb_is_dead (const struct erb_deadlock_search *l, const struct erb_process *q);

/* ---- cycle_report.c ----------------------------------------------------- */

/* Describes the waits of c, a line each.  The caller frees the text.  Under the program's lock,
 * while fibers are held. */
extern char *erb_describe_cycle (const struct erb_cycle *c);
/* How to hint it. */
extern const char *erb_cycle_hint (const struct erb_cycle *c, bool cyclic);
/* w waits for readers that are there, and no larger horizon is possible. */
extern bool erb_at_limit (const struct erb_wait *w);
/* Whether a larger horizon might help, and none is possible. */
extern bool erb_cycle_at_limit (const struct erb_cycle *c);

#endif
