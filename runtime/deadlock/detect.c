/* SPDX-License-Identifier: MIT */
/* detect.c - finds deadlocks: lets windows grow, or reports the cycle of waits.
 *
 * Some sleeping processes will never proceed, whatever others do: the dead ones (liveness.c).  An
 * artificial deadlock is resolved by a larger window (grow.c).  In this search, an update waits for
 * all producers that have not committed enough; and an id that no view holds counts as held by all
 * processes if no process is awake to take it.
 *
 * If all processes sleep and no stall in a cycle can grow, some process is dead.  Suppose that none
 * is.  A process that is not dead waits for another one that is not dead, or could grow; so from
 * each process a path leads to a stall that could grow, and from there to another one, and some
 * cycle contains such a stall.  The dead processes are reported, which ends the program, when all
 * others have ended or wait too; so the output of a deadlocked program is determined as well.
 *
 * The search reads the graph under the program's lock, which a kernel thread takes to enter and to
 * leave the set of sleepers, and while fibers are held (fiber/worker_pool.c).  So no process that
 * is found asleep can have moved an index meanwhile, and one search is enough.
 *
 * Cost: two walks along the waits, once for each sleep of a thread that lasts longer than the limit
 * of sync/wait.c, about every 100 ms while fibers sleep that long (fiber/monitor.c), and each time
 * that the last process falls asleep or ends.  A report takes two more.
 */
#include "deadlock/deadlock.h"
#include "deadlock/wait_graph.h"

/* ---- What to report ----------------------------------------------------------- */

/* Whether a report should show a cycle through p rather than through q: a horizon in it has grown
 * as far as possible, or p is the older process. */
static bool
is_better_to_report (const struct erb_process *p, const struct erb_process *q)
{
  bool at_limit = erb_at_limit (erb_process_waits_on (p));
  if (at_limit != erb_at_limit (erb_process_waits_on (q)))
    return at_limit;
  return p->id < q->id;
}

static void
choose_dead (struct erb_walk *k, struct erb_process *top, struct erb_process *end, bool cyclic)
{
  for (struct erb_process *q = top; cyclic && q != end; q = q->search.below)
    if (!k->search->dead || is_better_to_report (q, k->search->dead))
      k->search->dead = q;
}

/* Collects the waits of all processes: there is no cycle, and they wait for an id that no view has
 * taken. */
static void
everybody (erbium_program *p, struct erb_cycle *c)
{
  *c = (struct erb_cycle) { .length = 0 };
  for (struct erb_process *q = p->processes; q; q = q->next)
    {
      struct erb_wait *w = erb_process_waits_on (q);
      if (w->view && c->length < ERB_CYCLE_KEPT)
        c->wait[c->length] = w;
      c->length += w->view != NULL;
    }
}

/* Lets fibers run again and releases the lock.  Reports c, unless it is NULL. */
static void
report (erbium_program *p, struct erb_cycle *c, bool cyclic, bool final)
{
  bool reports = c != NULL;
  p->warned = p->warned || reports;
  char *text = reports ? erb_describe_cycle (c) : NULL;
  bool small = reports && c->small;
  const char *where = reports && c->length ? c->wait[0]->where : NULL;
  const char *hint = reports ? erb_cycle_hint (c, cyclic) : NULL;
  const char *kind = small ? "artificial deadlock"
                     : reports && cyclic && !erb_cycle_at_limit (c) ? "true deadlock" : "deadlock";
  erb_tasks_go_on (p);
  erb_os->unlock (&p->lock);
  if (!reports)
    return;
  if (final)
    erb_fault (ERBIUM_EXIT_DEADLOCK, ERB_NO_PRIMITIVE, where, hint, "%s: every process waits%s",
               kind, text);
  erb_warn (p->set.verbose, 1, where, "these processes wait for each other and never go on:%s",
            text);
  free (text);
}

/* ---- The search -------------------------------------------------------------- */

static bool
sleeps (const struct erb_walk *k, const struct erb_process *q)
{
  (void) k;
  return erb_stuck (q);
}

static bool
is_alive (const struct erb_walk *k, const struct erb_process *q)
{
  return !erb_is_dead (k->search, q) && erb_stuck (q);
}

static bool
is_of_dead (const struct erb_walk *k, const struct erb_process *q)
{
  return erb_is_dead (k->search, q);
}

static struct erb_walk
new_walk (struct erb_deadlock_search *l,
          bool (*has) (const struct erb_walk *, const struct erb_process *))
{
  return (struct erb_walk) { .mark = ++l->program->searches, .has = has, .search = l,
                             .taken_by_any = l->final && has == is_alive };
}

/* Walks from the processes for which the search was requested, or from all. */
static void
walk_from (struct erb_deadlock_search *l, struct erb_walk k, bool all)
{
  for (struct erb_process *q = l->program->processes; q; q = q->next)
    if (all || q->search.asked == l->number)
      erb_walk (&k, q);
}

static void
grow_some (struct erb_deadlock_search *l)
{
  struct erb_walk marking = new_walk (l, sleeps), growing = new_walk (l, is_alive);
  marking.visit_component = erb_mark_dead;
  growing.visit_component = erb_grow_smallest;
  walk_from (l, marking, false);
  walk_from (l, growing, false);
}

/* Finds a cycle to report; returns false if there is none. */
static bool
find_cycle (struct erb_deadlock_search *l, struct erb_cycle *c)
{
  struct erb_walk choosing = new_walk (l, is_of_dead);
  choosing.visit_component = choose_dead;
  if (!l->held_back)
    walk_from (l, choosing, true);
  struct erb_walk k = new_walk (l, l->held_back ? is_alive : is_of_dead);
  struct erb_process *start = l->held_back ? l->held_back : l->dead;
  if (start)
    erb_cycle_through (&k, start, c);
  return start != NULL;
}

static struct erb_deadlock_search
new_search (erbium_program *p)
{
  struct erb_deadlock_search l
    = { .program = p, .number = ++p->searches, .final = p->processes != NULL };
  for (struct erb_process *q = p->processes; q && l.final; q = q->next)
    l.final = erb_stuck (q);
  l.none_grows = l.final;
  for (struct erb_process *q = p->processes; q && l.none_grows; q = q->next)
    l.none_grows = !erb_can_grow (erb_process_waits_on (q));
  for (struct erb_process *q = p->processes; q && l.final; q = q->next)
    q->search.asked = l.number;
  return l;
}

/* Under the lock, which this releases.  A sealed program reports no deadlock of a part of its
 * processes: whether the report appears would depend on the duration of the others. */
static void
search (struct erb_deadlock_search *l, bool suspicious)
{
  struct erb_cycle c = { .length = 0 };
  grow_some (l);
  bool reports = l->final ? !l->grown : suspicious && !l->program->warned && !erb_sealed;
  bool cyclic = reports && find_cycle (l, &c);
  if (reports && l->final && !cyclic)
    everybody (l->program, &c);
  report (l->program, reports && (cyclic || l->final) ? &c : NULL, cyclic, l->final);
}

static void
find_deadlock (erbium_program *p, struct erb_process *self, bool suspicious)
{
  erb_os->lock (&p->lock);
  erb_tasks_hold (p);
  struct erb_deadlock_search l = new_search (p);
  if (self)
    self->search.asked = l.number;
  search (&l, suspicious);
}

bool
erb_find_deadlock_of_copy (erbium_program *p)
{
  erb_os->lock (&p->lock);
  struct erb_deadlock_search l = new_search (p);
  for (struct erb_process *q = p->processes; q; q = q->next)
    q->search.asked = l.number;
  search (&l, true);
  return l.grown;
}

/* Whether q was already asleep at the last call, and has not proceeded since. */
static bool
sleeps_for_long (struct erb_process *q)
{
  if (!q->task->shares_threads || !erb_stuck (q))
    return false;
  bool long_since = q->parks_seen == q->parks;
  q->parks_seen = q->parks;
  return long_since;
}

static void
find_sleepers (erbium_program *p)
{
  erb_os->lock (&p->lock);
  erb_tasks_hold (p);
  struct erb_deadlock_search l = new_search (p);
  for (struct erb_process *q = p->processes; q && !l.final; q = q->next)
    if (sleeps_for_long (q))
      q->search.asked = l.number;
  if (!l.final)
    search (&l, true);
  else /* the last process to fall asleep searches */
    report (p, NULL, false, false);
}

/* Searches after a process has ended: the remaining ones may be in a deadlock.  The lock is not
 * released in between, unless to end the program: the last process to leave must not read a program
 * that a joiner has freed. */
static void
find_deadlock_at_end (erbium_program *p)
{
  struct erb_cycle c = { .length = 0 };
  erb_tasks_hold (p);
  struct erb_deadlock_search l = new_search (p);
  if (l.final)
    grow_some (&l);
  if (l.final && !l.grown)
    {
      bool cyclic = find_cycle (&l, &c);
      if (!cyclic)
        everybody (p, &c);
      report (p, &c, cyclic, true); /* does not return */
    }
  erb_tasks_go_on (p);
}

static void
process_left (struct erb_process *p, bool was_last_awake)
{
  if (was_last_awake)
    find_deadlock_at_end (p->program);
}

const struct erb_observer erb_deadlock_observer = {
  .asleep = find_deadlock, .sleepers = find_sleepers, .process_left = process_left,
};
