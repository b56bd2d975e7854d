/* SPDX-License-Identifier: MIT */
/* liveness.c - which processes are dead: will never proceed, whatever others do.
 *
 * The dead processes are the greatest set of sleepers such that each member is in one of these
 * waits:
 *
 *   - an update that waits, at the lowest commit index of the record, for members only.  A process
 *     there that could proceed could also end there, which would end the stream and the wait;
 *     processes at higher indices matter only once the lowest ones have moved;
 *   - a stall that waits for a member, and could not proceed with a larger horizon.  All readers
 *     that lag behind must move, and the end of one moves no other;
 *   - a join that waits for the end of a member.
 *
 * Any process may take an id that no view holds, so such an id counts as held by a member only if
 * all processes are members.  The search starts with all sleepers as members, and removes members
 * that violate these conditions until none is left that does.  No member can be the first to move,
 * so none ever moves; nothing is claimed about the other processes.
 *
 * Components of the graph are visited one by one, those first for which others wait.  So a chain of
 * waits needs one round, and a component few.
 */
#include "deadlock/wait_graph.h"

erbium_index
erb_needed (const struct erb_wait *w)
{
  erbium_index end = erb_is_stall (w) ? ERBIUM_NEVER : erb_smallest_end (w->record);
  return w->need < end ? w->need : end;
}

/* Whether q is dead; while its component is being visited, whether it may be. */
bool
erb_is_dead (const struct erb_deadlock_search *l, const struct erb_process *q)
{
  return q->search.dead == l->number;
}

/* ---- Each kind of wait ---------------------------------------------------- */

static bool
is_of_dead (const struct erb_deadlock_search *l, const struct erbium_slot *s)
{
  const struct erb_process *q = (struct erb_process *) (intptr_t) erbium_load_relaxed (&s->owner);
  return q ? erb_is_dead (l, q) : l->none_grows;
}

/* Other producers may move meanwhile, but only to higher indices: a process that is dead at the
 * lowest index stays there. */
static bool
update_goes_on (const struct erb_deadlock_search *l, const struct erb_wait *w)
{
  erbium_index lowest = erb_lowest_index (w->record, ERB_WRITE);
  bool dead = false;
  for (int n = 0; n < w->record->ids[ERB_WRITE]; n++)
    {
      const struct erbium_slot *s = &w->record->slot[ERB_WRITE][n];
      if (erbium_load_acquire (&s->index) > lowest)
        continue;
      if (!is_of_dead (l, s))
        return true;
      dead = true;
    }
  return !dead;
}

static bool
stall_goes_on (const struct erb_deadlock_search *l, const struct erb_wait *w)
{
  for (int n = 0; n < w->record->ids[ERB_READ]; n++)
    {
      const struct erbium_slot *s = &w->record->slot[ERB_READ][n];
      if (erbium_load_acquire (&s->index) < w->need && is_of_dead (l, s))
        return false;
    }
  return true;
}

static bool
join_goes_on (const struct erb_deadlock_search *l, const struct erb_wait *w)
{
  for (const struct erb_process *q = l->program->processes; q; q = q->next)
    if (erb_joins (w, q) && erb_is_dead (l, q))
      return false;
  return true;
}

static bool
may_go_on (const struct erb_deadlock_search *l, const struct erb_process *p)
{
  const struct erb_wait *w = erb_process_waits_on (p);
  if (!w->view)
    return join_goes_on (l, w);
  return erb_is_stall (w) ? stall_goes_on (l, w) : update_goes_on (l, w);
}

/* ---- A component ---------------------------------------------------------- */

void
erb_mark_dead (struct erb_walk *k, struct erb_process *top, struct erb_process *end, bool cyclic)
{
  const struct erb_deadlock_search *l = k->search;
  (void) cyclic;
  for (struct erb_process *q = top; q != end; q = q->search.below)
    q->search.dead = erb_growth_helps (l, erb_process_waits_on (q)) ? 0 : l->number;
  for (bool again = true; again;)
    {
      again = false;
      for (struct erb_process *q = top; q != end; q = q->search.below)
        if (erb_is_dead (l, q) && may_go_on (l, q))
          {
            q->search.dead = 0;
            again = true;
          }
    }
}
