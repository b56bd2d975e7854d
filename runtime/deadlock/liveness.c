/* SPDX-License-Identifier: MIT */
/* liveness.c - which processes are dead: will never go on, whatever others do.
 *
 * They are the greatest set of sleepers such that each of them - in an update: waits, at the lowest
 * commit index of the record, for members alone.  A process there that could go on could end there
 * as well, and the stream with it, and so the wait; what processes at higher indices do matters
 * only once the lowest have moved; - in a stall: waits for a member.  All the readers that lag
 * behind must move, and the end of one moves no other; - in a join: waits for the end of a member;
 * - is not in a stall that would go on with a larger horizon.
 *
 * Any process may take an id that no view holds, so such an id is as good as a member only where
 * all processes are.  The set is found by starting with all sleepers as members, and removing each
 * that does not satisfy this, until all do.  No member can be the first to move, so none ever does;
 * nothing is known of the others.
 *
 * Components of the graph are looked at one by one, those first that others wait for.  So a chain
 * of waits costs one round, and within a component few are needed.
 */
#include "deadlock/wait_graph.h"

/* At least doubled, so that a window that is far too small is enlarged in few rounds. */
erbium_index
erb_grown_horizon (const struct erb_wait *w)
{
  erbium_index lowest = erb_is_stall (w) ? erb_lowest_index (w->record, ERB_READ) : -1;
  if (lowest < 0)
    return 0;
  erbium_index now = w->view->horizon, lacks = w->for_room ? 0 : w->need - lowest;
  erbium_index most = (erbium_index) (ERB_LARGEST_HORIZON / w->record->size);
  if (w->for_room)
    return now; /* which it has, but has no memory for yet */
  if (lacks > most - now)
    return 0;
  return lacks > now ? now + lacks : 2 * now < most ? 2 * now : most;
}

bool
erb_can_grow (const struct erb_wait *w)
{
  return erb_grown_horizon (w) > 0;
}

erbium_index
erb_needed (const struct erb_wait *w)
{
  erbium_index end = erb_is_stall (w) ? ERBIUM_NEVER : erb_smallest_end (w->record);
  return w->need < end ? w->need : end;
}

bool
erb_may_grow (const erbium_program *p, const struct erb_wait *w)
{
  return p->set.grow || w->for_room;
}

/* Where the program ends anyway, the report says what a larger horizon would have done. */
bool
erb_has_hope (const struct erb_deadlock_search *l, const struct erb_wait *w)
{
  return erb_can_grow (w) && (l->final || erb_may_grow (l->program, w));
}

/* Or may be, while its component is being judged. */
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
  return q ? erb_is_dead (l, q) : l->hopeless;
}

/* Others may move meanwhile, but only up: a process that is dead at the lowest index stays
 * there. */
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
erb_judge_dead (struct erb_walk *k, struct erb_process *top, struct erb_process *end, bool cyclic)
{
  const struct erb_deadlock_search *l = k->look;
  (void) cyclic;
  for (struct erb_process *q = top; q != end; q = q->search.below)
    q->search.dead = erb_has_hope (l, erb_process_waits_on (q)) ? 0 : l->number;
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
