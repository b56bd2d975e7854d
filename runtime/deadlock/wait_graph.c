/* SPDX-License-Identifier: MIT */
/* wait_graph.c - the graph "p waits for q" of sleeping processes: its components, its cycles.
 *
 * The search is depth-first without recursion, since a chain of waits may be as long as the number
 * of processes: each process keeps its frame in p->search.  Components are visited as the search
 * leaves them (R. Tarjan: Depth-First Search and Linear Graph Algorithms, SIAM Journal on Computing
 * 1(2), 1972), so a component comes before those from which it can be reached.
 */
#include "deadlock/wait_graph.h"

bool
erb_stuck (const struct erb_process *p)
{
  const struct erb_wait *w = erb_process_waits_on (p);
  return w && !erb_ready (w) && !erb_ask_moves_by_itself (w);
}

static void
visit (struct erb_walk *k, struct erb_process *p, struct erb_process *before)
{
  const struct erb_wait *w = erb_process_waits_on (p);
  k->order++;
  p->search = (struct erb_search_frame) { .mark = k->mark,
                                         .asked = p->search.asked,
                                         .dead = p->search.dead,
                                         .order = k->order,
                                         .low = k->order,
                                         .before = before,
                                         .below = k->stack,
                                         .open = true };
  k->stack = p;
  if (w->view)
    p->search.need = erb_needed (w);
  else
    p->search.next = p->program->processes;
}

/* Any process that proceeds may take an id that no view holds.  The first process that waits for
 * such an id waits for all processes; the others wait for that first one. */
static struct erb_process *
next_taker (struct erb_walk *k, struct erb_process *p)
{
  if (!k->taken_by_any || k->first == p)
    return NULL;
  if (k->first)
    return k->first;
  k->first = p;
  p->search.next = p->program->processes;
  return NULL;
}

static struct erb_process *
next_holder (struct erb_walk *k, struct erb_process *p)
{
  const struct erb_wait *w = erb_process_waits_on (p);
  while (p->search.slot < w->record->ids[w->side])
    {
      struct erbium_slot *s = &w->record->slot[w->side][p->search.slot++];
      struct erb_process *q = (struct erb_process *) (intptr_t) erbium_load_relaxed (&s->owner);
      if (erbium_load_acquire (&s->index) >= p->search.need)
        continue;
      if (!q)
        q = next_taker (k, p);
      if (q)
        return q;
    }
  return NULL;
}

/* Returns the next process that p joins; or the next of all, in a wait for an id that no view
 * holds. */
static struct erb_process *
next_of_all (struct erb_process *p)
{
  const struct erb_wait *w = erb_process_waits_on (p);
  while (p->search.next)
    {
      struct erb_process *q = p->search.next;
      p->search.next = q->next;
      if (w->view || erb_joins (w, q))
        return q;
    }
  return NULL;
}

/* Returns the next process for which p waits. */
static struct erb_process *
next_blocker (struct erb_walk *k, struct erb_process *p)
{
  struct erb_process *q = erb_process_waits_on (p)->view ? next_holder (k, p) : NULL;
  return q ? q : next_of_all (p);
}

/* Leaves p: all processes for which it waits have been left. */
static void
leave (struct erb_walk *k, struct erb_process *p)
{
  struct erb_process *before = p->search.before;
  if (before && p->search.low < before->search.low)
    before->search.low = p->search.low;
  if (p->search.low != p->search.order)
    return;
  struct erb_process *end = p->search.below;
  k->visit_component (k, k->stack, end, k->stack != p || p->search.loops);
  for (struct erb_process *q = k->stack; q != end; q = q->search.below)
    q->search.open = false;
  k->stack = end;
}

static void
meet (struct erb_process *p, const struct erb_process *q)
{
  p->search.loops = p->search.loops || p == q;
  if (q->search.open && q->search.order < p->search.low)
    p->search.low = q->search.order;
}

void
erb_walk (struct erb_walk *k, struct erb_process *start)
{
  if (start->search.mark == k->mark || !k->has (k, start))
    return;
  visit (k, start, NULL);
  for (struct erb_process *p = start, *q; p;)
    if (!(q = next_blocker (k, p)))
      {
        leave (k, p);
        p = p->search.before;
      }
    else if (q->search.mark == k->mark)
      meet (p, q);
    else if (k->has (k, q))
      {
        visit (k, q, p);
        p = q;
      }
}

/* ---- The cycle of a report ----------------------------------------------------- */

/* Turns the cycle so that it begins with its oldest process, independently of the process that has
 * found it. */
static void
turn (struct erb_cycle *c)
{
  int n = c->length < ERB_CYCLE_KEPT ? c->length : ERB_CYCLE_KEPT, first = 0;
  struct erb_wait *turned[ERB_CYCLE_KEPT];
  for (int k = 1; k < n; k++)
    if (c->wait[k]->process->id < c->wait[first]->process->id)
      first = k;
  for (int k = 0; k < n; k++)
    turned[k] = c->wait[(first + k) % n];
  memcpy (c->wait, turned, (size_t) n * sizeof turned[0]);
}

/* Collects the path to `last', which waits for its beginning. */
static void
collect (struct erb_process *last, struct erb_cycle *c)
{
  *c = (struct erb_cycle) { .length = 0 };
  for (struct erb_process *p = last; p; p = p->search.before)
    {
      struct erb_wait *w = erb_process_waits_on (p);
      if (c->length < ERB_CYCLE_KEPT)
        c->wait[c->length] = w;
      c->length++;
      c->small = c->small || erb_can_grow (w);
    }
  turn (c);
}

void
erb_cycle_through (struct erb_walk *k, struct erb_process *start, struct erb_cycle *c)
{
  visit (k, start, NULL);
  for (struct erb_process *p = start, *q; p;)
    if (!(q = next_blocker (k, p)))
      p = p->search.before;
    else if (q == start)
      {
        collect (p, c);
        return;
      }
    else if (q->search.mark != k->mark && k->has (k, q))
      {
        visit (k, q, p);
        p = q;
      }
}
