/* SPDX-License-Identifier: MIT */
/* deadlock.h - what deadlock.c, which finds cycles of waits, and deadlock_say.c, which says
 * them in words, share. */
#ifndef ERB_DEADLOCK_H
#define ERB_DEADLOCK_H

#include "runtime.h"

/* A cycle, as far as reports show it. */
struct erb_cycle
{
  struct erb_wait *wait[32];
  int length;              /* may be longer than what is kept */
  struct erb_wait *least;  /* the stall with the smallest window, or NULL */
};

enum { ERB_CYCLE_KEPT = sizeof ((struct erb_cycle *) 0)->wait / sizeof (struct erb_wait *) };

ERBIUM_INLINE bool
erb_is_stall (const struct erb_wait *w)
{
  return w->view && w->side == ERB_READ;
}

/* Whether a larger horizon would let w go on: not where it waits for somebody to
 * register, nor where there is none larger. */
extern bool erb_can_grow (const struct erb_wait *w);
/* The index that a slot must get to for w to go on.  Where a producer has ended
 * before the need, the others need only get to that end. */
extern erbium_index erb_needed (const struct erb_wait *w);

/* ---- deadlock_say.c ----------------------------------------------------- */

/* Who waits for what, a line each.  To be freed by the caller.  Under the program's lock,
 * while fibers are held. */
extern char *erb_cycle_say (const struct erb_cycle *c);
/* How to mend it. */
extern const char *erb_cycle_mend (const struct erb_cycle *c, bool cyclic);
/* Whether a larger horizon might mend it, and none is possible. */
extern bool erb_cycle_at_limit (const struct erb_cycle *c);

#endif
