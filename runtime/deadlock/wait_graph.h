/* SPDX-License-Identifier: MIT */
/* wait_graph.h - the graph of waits, and the declarations that the files of the folder share. */
#ifndef ERB_WAIT_GRAPH_H
#define ERB_WAIT_GRAPH_H

#include "sync/sync.h"

/* A cycle of waits; only its first waits are kept. */
struct erb_cycle
{
  struct erb_wait *wait[32];
  int length;              /* may exceed the number of waits that are kept */
  bool small;              /* a larger horizon would let one of them proceed */
};

enum { ERB_CYCLE_KEPT = sizeof ((struct erb_cycle *) 0)->wait / sizeof (struct erb_wait *) };

ERBIUM_INLINE bool
erb_is_stall (const struct erb_wait *w)
{
  return w->view && w->side == ERB_READ;
}

/* Returns whether w, a join, waits for the end of q. */
ERBIUM_INLINE bool
erb_joins (const struct erb_wait *w, const struct erb_process *q)
{
  return q != w->process && q->entry.start && (w->end_of == 0 || q->id == w->end_of);
}

/* grow.c.  Returns whether w could proceed with a larger horizon.  It could not if it waits for a
 * view to register, or if no larger horizon is possible. */
extern bool erb_can_grow (const struct erb_wait *w);
/* Returns the horizon to which w grows.  It is enough for w at the present indices of the readers,
 * and twice the present horizon if possible.  It is the present horizon if w lacks only memory, and
 * 0 if no horizon is enough. */
extern erbium_index erb_grown_horizon (const struct erb_wait *w);
/* Returns the index that a slot must reach for w to proceed.  If a producer has ended before the
 * need of w, the others need to reach only that end. */
extern erbium_index erb_needed (const struct erb_wait *w);

/* ---- wait_graph.c ---------------------------------------------------- */

struct erb_walk
{
  int64_t mark;
  /* Returns whether q is part of the graph. */
  bool (*has) (const struct erb_walk *k, const struct erb_process *q);
  /* Called for each component.  Its processes are linked by search.below, from top down to `end',
   * which is not included. */
  void (*visit_component) (struct erb_walk *k, struct erb_process *top, struct erb_process *end,
                           bool cyclic);
  struct erb_deadlock_search *search;
  bool taken_by_any;          /* an id that no view holds counts as held by all processes */
  struct erb_process *first;  /* the first process that waits for such an id */
  struct erb_process *stack;
  int64_t order;
};

/* Returns whether p sleeps and its condition does not hold yet. */
extern bool erb_stuck (const struct erb_process *p);
/* Visits all processes that can be reached from start and that k has not visited. */
extern void erb_walk (struct erb_walk *k, struct erb_process *start);
/* Finds a cycle through start.  There must be one. */
extern void erb_cycle_through (struct erb_walk *k, struct erb_process *start, struct erb_cycle *c);

/* ---- liveness.c ---------------------------------------------------- */

struct erb_deadlock_search
{
  erbium_program *program;
  int64_t number;
  bool final;                    /* all processes wait */
  bool none_grows;                 /* final, and no larger horizon would help */
  bool grown;                    /* some window grows */
  struct erb_process *held_back; /* a stall in an artificial deadlock, while GROW is off */
  struct erb_process *dead;      /* a dead process, on a cycle of dead ones */
};

/* grow.c.  Returns whether the window of w may grow.  The setting GROW applies to horizons only, so
 * a window may always grow up to the present horizon. */
extern bool erb_may_grow (const erbium_program *p, const struct erb_wait *w);
/* grow.c.  Returns whether w could proceed with a larger horizon that it is allowed to have. */
extern bool erb_growth_helps (const struct erb_deadlock_search *l, const struct erb_wait *w);
/* Marks the dead processes of a component, for erb_walk. */
extern void erb_mark_dead (struct erb_walk *k, struct erb_process *top, struct erb_process *end,
                           bool cyclic);
/* Returns whether q, whose component has been visited, is dead. */
extern bool erb_is_dead (const struct erb_deadlock_search *l, const struct erb_process *q);

/* Lets the smallest window of a component grow, for erb_walk. */
extern void erb_grow_smallest (struct erb_walk *k, struct erb_process *top, struct erb_process *end,
                               bool cyclic);

/* ---- cycle_report.c ----------------------------------------------------- */

/* Describes the waits of c, one per line.  The caller frees the text.  Called under the program's
 * lock, while fibers are held. */
extern char *erb_describe_cycle (const struct erb_cycle *c);
/* Returns a hint on how to correct the deadlock. */
extern const char *erb_cycle_hint (const struct erb_cycle *c, bool cyclic);
/* Returns whether w waits for registered readers, and no larger horizon is possible. */
extern bool erb_at_limit (const struct erb_wait *w);
/* Returns whether a larger horizon could resolve the cycle, but none is possible. */
extern bool erb_cycle_at_limit (const struct erb_cycle *c);

#endif
