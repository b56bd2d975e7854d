/* SPDX-License-Identifier: MIT */
/* grow.c - resolves an artificial deadlock: lets the window of a stall grow.
 *
 * A stall in a cycle of processes that are not dead (liveness.c) is an artificial deadlock if it
 * could proceed with a larger horizon.  The smallest window of each component of the graph "p waits
 * for q" grows (T. M. Parks: Bounded Scheduling of Process Networks, 1995), as soon as the cycle is
 * found and not only when all processes have stopped: otherwise a part of the program that runs
 * for ever would starve the part that is stuck (M. Geilen, T. Basten: Requirements on the Execution
 * of Kahn Process Networks, ESOP 2003).  A larger window is always safe, because a stall only
 * delays.
 *
 * The detection only stores the new horizon in the view and wakes the producer, which allocates
 * the window itself (sync/stall.c, record/record_window.c).
 */
#include "deadlock/wait_graph.h"

/* ---- How far ---------------------------------------------------------------- */

/* At least doubles the horizon, so that a window that is far too small needs few rounds. */
erbium_index
erb_grown_horizon (const struct erb_wait *w)
{
  erbium_index lowest = erb_is_stall (w) ? erb_lowest_index (w->record, ERB_READ) : -1;
  if (lowest < 0)
    return 0;
  erbium_index now = w->view->horizon, lacks = w->for_room ? 0 : w->need - lowest;
  erbium_index most = (erbium_index) (ERB_LARGEST_HORIZON / w->record->size);
  if (w->for_room)
    return now; /* the horizon is large enough, but the memory is not allocated yet */
  if (lacks > most - now)
    return 0;
  return lacks > now ? now + lacks : 2 * now < most ? 2 * now : most;
}

bool
erb_can_grow (const struct erb_wait *w)
{
  return erb_grown_horizon (w) > 0;
}

bool
erb_may_grow (const erbium_program *p, const struct erb_wait *w)
{
  return p->set.grow || w->for_room;
}

/* If the program ends anyway, the report mentions the effect of a larger horizon. */
bool
erb_growth_helps (const struct erb_deadlock_search *l, const struct erb_wait *w)
{
  return erb_can_grow (w) && (l->final || erb_may_grow (l->program, w));
}

/* ---- Which one -------------------------------------------------------------- */

/* Whether w should grow rather than `smallest': it has the horizon already and lacks only memory,
 * or its horizon is smaller. */
static bool
is_smaller (const struct erb_wait *w, const struct erb_wait *smallest)
{
  if (w->for_room != smallest->for_room)
    return w->for_room;
  return w->view->horizon < smallest->view->horizon;
}

/* The reader that sleeps and has released least of those for which w waits, or NULL.  Under the
 * record's lock. */
static const struct erb_view *
last_reader (const struct erb_wait *w)
{
  const erbium_record *r = w->record;
  const struct erb_view *last = NULL;
  for (int n = 0; n < r->ids[ERB_READ]; n++)
    {
      const struct erb_view *v = r->id_state[ERB_READ][n].holder;
      if (v && v->owner && erb_stuck (v->owner) && erb_index (v) < erb_needed (w)
          && (!last || erb_index (v) < erb_index (last)))
        last = v;
    }
  return last;
}

/* Warns once about a window that has grown and has become large: its reader keeps the elements that
 * it has updated, or waits for something else before it reads them. */
static void
warn_of_growth (struct erb_wait *w, erbium_index to)
{
  const erbium_index large = 16 << 20; /* bytes */
  struct erb_view *v = w->view;
  struct erb_text t, reader = { "" }, process;
  if (v->told || !v->grown || to * (erbium_index) w->record->size < large)
    return;
  bool keeps = false;
  erb_record_lock (w->record);
  const struct erb_view *last = last_reader (w);
  if (last)
    {
      keeps = last->seen - erb_index (last) >= v->horizon / 2;
      erb_describe_view (last, &reader);
      snprintf (process.s, sizeof process.s, "%s", last->owner->name);
    }
  erb_record_unlock (w->record);
  if (!last)
    return;
  v->told = true;
  erb_warn (w->process->program->set.verbose, 1, w->where,
            keeps ? "the horizon of %s grows to %lld elements, because process '%s' updates %s "
                    "and does not release what it has read; call release after the last use of an "
                    "element"
                  : "the horizon of %s grows to %lld elements, because process '%s' waits for "
                    "something else before it updates %s; if so many elements have to wait there, "
                    "call alloc with that number",
            erb_describe_view (v, &t), (long long) to, process.s, reader.s);
}

/* Lets the stall proceed with a larger horizon. */
static void
grow (struct erb_wait *w)
{
  struct erb_view *v = w->view;
  struct erb_text t;
  erbium_index to = erb_grown_horizon (w);
  if (!w->for_room && to > erbium_load_relaxed (&v->grow_to)) /* otherwise it is growing already */
    {
      erb_warn (w->process->program->set.verbose, v->grown ? 3 : 2, w->where,
                "artificial deadlock: the horizon of %s grows from %lld to %lld%s",
                erb_describe_view (v, &t), (long long) v->horizon, (long long) to,
                v->grown ? "" : ", and further if that is not enough");
      warn_of_growth (w, to);
      v->grown = true;
    }
  erbium_store_release (&v->grow_to, to); /* acquired by has, take_growth in wait.c */
  erb_wake (w->record, ERB_READ, true);
}

void
erb_grow_smallest (struct erb_walk *k, struct erb_process *top, struct erb_process *end,
                   bool cyclic)
{
  struct erb_deadlock_search *l = k->search;
  struct erb_wait *smallest = NULL;
  for (struct erb_process *q = top; cyclic && q != end; q = q->search.below)
    {
      struct erb_wait *w = erb_process_waits_on (q);
      if (erb_growth_helps (l, w) && (!smallest || is_smaller (w, smallest)))
        smallest = w;
    }
  if (!smallest)
    return;
  if (!erb_may_grow (l->program, smallest))
    {
      l->held_back = smallest->process;
      return;
    }
  grow (smallest);
  l->grown = true;
}
