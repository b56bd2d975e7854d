/* SPDX-License-Identifier: MIT */
/* detect.c - deadlocks: grown away, or reported.
 *
 * Some processes that sleep will never go on, whatever others do: the dead (liveness.c).
 *
 * A stall that could grow, in a cycle of processes that are not dead, is an artificial deadlock:
 * the program might go on if a window were larger.  In each component of the graph "p waits for q"
 * a stall that lacks only memory grows, or else the one with the smallest horizon (Parks, "Bounded scheduling of process networks", 1995), as
 * soon as the cycle is found and not only when everything has stopped (Geilen and Basten, ESOP
 * 2003, show that a part that runs for ever would otherwise starve the part that is stuck). To
 * enlarge a window is always safe: a stall only ever delays.  In this graph an update waits for all
 * that have not committed enough, and an id that no view holds waits for everybody, where no
 * process is awake to take it.
 *
 * Where everybody sleeps and no stall in a cycle can grow, some process is dead.  For one that is
 * not waits for another that is not, or could grow; so from each a path of such leads to a stall
 * that could grow, and on from there, and some cycle has one.  The dead are reported, which ends
 * the program, when all others have ended or wait too, so that what a deadlocked program prints is
 * determined as well.
 *
 * The graph is read under the program's lock, which a kernel thread takes to enter and to leave the
 * set of sleepers, and while fibers are held (fiber/worker_pool.c). So no process that is found
 * asleep can have moved an index meanwhile, and one look is enough.
 *
 * Cost: two walks along the waits, once for each sleep of a thread that lasts longer than the
 * suspicion of sync/wait.c, about every 100 ms while fibers sleep that long (fiber/monitor.c), and
 * each time that the last process falls asleep or ends.  A report takes two more.
 */
#include "deadlock/deadlock.h"
#include "deadlock/wait_graph.h"

/* ---- What to do about it ------------------------------------------------ */

/* Whether it is better that w grows than least: it has the horizon and lacks only the memory, or
 * has a smaller horizon. */
static bool
is_less (const struct erb_wait *w, const struct erb_wait *least)
{
  if (w->for_room != least->for_room)
    return w->for_room;
  return w->view->horizon < least->view->horizon;
}

/* Lets the stall go on with a larger horizon. */
static void
grow (struct erb_wait *w)
{
  struct erb_view *v = w->view;
  struct erb_text t;
  erbium_index to = erb_grown_horizon (w);
  if (!w->for_room && to > erbium_load_relaxed (&v->grow_to)) /* otherwise it is on its way already */
    {
      erb_warn (w->process->program->set.verbose, v->grown ? 3 : 2, w->where,
                "artificial deadlock: the horizon of %s grows from %lld to %lld%s", erb_describe_view (v, &t),
                (long long) v->horizon, (long long) to, v->grown ? "" : ", and further if that is not enough");
      v->grown = true;
    }
  erbium_store_release (&v->grow_to, to); /* has, take_growth in wait.c */
  erb_wake (w->record, ERB_READ, true);
}

static void
grow_least (struct erb_walk *k, struct erb_process *top, struct erb_process *end, bool cyclic)
{
  struct erb_deadlock_search *l = k->look;
  struct erb_wait *least = NULL;
  for (struct erb_process *q = top; cyclic && q != end; q = q->search.below)
    {
      struct erb_wait *w = erb_process_waits_on (q);
      if (erb_has_hope (l, w) && (!least || is_less (w, least)))
        least = w;
    }
  if (!least)
    return;
  if (!erb_may_grow (l->program, least))
    {
      l->held_back = least->process;
      return;
    }
  grow (least);
  l->grown = true;
}

/* Whether it is better to report a cycle through p than one through q: a horizon in it has grown as
 * far as possible, or it has the older process. */
static bool
tells_more (const struct erb_process *p, const struct erb_process *q)
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
    if (!k->look->dead || tells_more (q, k->look->dead))
      k->look->dead = q;
}

/* Everybody waits, and there is no cycle: for an id that no view has taken. */
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

/* Lets processes go on, and releases the lock.  Reports c, unless it is NULL. */
static void
report (erbium_program *p, struct erb_cycle *c, bool cyclic, bool final)
{
  bool tell = c != NULL;
  p->warned = p->warned || tell;
  char *text = tell ? erb_describe_cycle (c) : NULL;
  bool small = tell && c->small;
  const char *where = tell && c->length ? c->wait[0]->where : NULL;
  const char *cure = !tell ? NULL : small ? "make a horizon larger, or leave ERBIUM_GROW on"
                                          : erb_cycle_hint (c, cyclic);
  erb_tasks_go_on (p);
  erb_os->unlock (&p->lock);
  if (!tell)
    return;
  if (final)
    erb_fault (ERBIUM_EXIT_DEADLOCK, ERB_NO_PRIMITIVE, where, cure,
               "%s: every process waits%s",
               small ? "artificial deadlock" : cyclic && !erb_cycle_at_limit (c) ? "true deadlock" : "deadlock",
               text);
  erb_warn (p->set.verbose, 1, where, "these processes wait for each other and never go on:%s", text);
  free (text);
}

/* ---- The look ------------------------------------------------------------ */

static bool
sleeps (const struct erb_walk *k, const struct erb_process *q)
{
  (void) k;
  return erb_stuck (q);
}

static bool
is_alive (const struct erb_walk *k, const struct erb_process *q)
{
  return !erb_is_dead (k->look, q) && erb_stuck (q);
}

static bool
is_of_dead (const struct erb_walk *k, const struct erb_process *q)
{
  return erb_is_dead (k->look, q);
}

static struct erb_walk
new_walk (struct erb_deadlock_search *l, bool (*has) (const struct erb_walk *, const struct erb_process *))
{
  return (struct erb_walk) { .mark = ++l->program->searches, .has = has, .look = l,
                             .taken_by_any = l->final && has == is_alive };
}

/* Walks from the processes that were asked for, or from all. */
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
  struct erb_walk judging = new_walk (l, sleeps), growing = new_walk (l, is_alive);
  judging.judge = erb_judge_dead;
  growing.judge = grow_least;
  walk_from (l, judging, false);
  walk_from (l, growing, false);
}

/* Whether there is a cycle to be reported. */
static bool
find_cycle (struct erb_deadlock_search *l, struct erb_cycle *c)
{
  struct erb_walk choosing = new_walk (l, is_of_dead);
  choosing.judge = choose_dead;
  if (!l->held_back)
    walk_from (l, choosing, true);
  struct erb_walk k = new_walk (l, l->held_back ? is_alive : is_of_dead);
  struct erb_process *start = l->held_back ? l->held_back : l->dead;
  if (start)
    erb_cycle_through (&k, start, c);
  return start != NULL;
}

static struct erb_deadlock_search
new_look (erbium_program *p)
{
  struct erb_deadlock_search l = { .program = p, .number = ++p->searches, .final = p->processes != NULL };
  for (struct erb_process *q = p->processes; q && l.final; q = q->next)
    l.final = erb_stuck (q);
  l.hopeless = l.final;
  for (struct erb_process *q = p->processes; q && l.hopeless; q = q->next)
    l.hopeless = !erb_can_grow (erb_process_waits_on (q));
  for (struct erb_process *q = p->processes; q && l.final; q = q->next)
    q->search.asked = l.number;
  return l;
}

/* Under the lock, which this releases.  Whether some processes are reported while others go on
 * depends on how long these take, so a sealed program does not report them. */
static void
look (struct erb_deadlock_search *l, bool suspicious)
{
  struct erb_cycle c = { .length = 0 };
  grow_some (l);
  bool tell = l->final ? !l->grown : suspicious && !l->program->warned && !erb_sealed;
  bool cyclic = tell && find_cycle (l, &c);
  if (tell && l->final && !cyclic)
    everybody (l->program, &c);
  report (l->program, tell && (cyclic || l->final) ? &c : NULL, cyclic, l->final);
}

static void
find_deadlock (erbium_program *p, struct erb_process *self, bool suspicious)
{
  erb_os->lock (&p->lock);
  erb_tasks_hold (p);
  struct erb_deadlock_search l = new_look (p);
  if (self)
    self->search.asked = l.number;
  look (&l, suspicious);
}

/* Whether q was asleep at the last call, and has not gone on since. */
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
  struct erb_deadlock_search l = new_look (p);
  for (struct erb_process *q = p->processes; q && !l.final; q = q->next)
    if (sleeps_for_long (q))
      q->search.asked = l.number;
  if (!l.final)
    look (&l, true);
  else /* the last one to fall asleep sees to that */
    report (p, NULL, false, false);
}

/* The processes that are left may be stuck for good.  The lock is not released in between,
 * unless to end the program: the last process to leave must not look at a program that a joiner
 * has freed. */
static void
find_deadlock_at_end (erbium_program *p)
{
  struct erb_cycle c = { .length = 0 };
  erb_tasks_hold (p);
  struct erb_deadlock_search l = new_look (p);
  if (l.final)
    grow_some (&l);
  if (l.final && !l.grown)
    {
      bool cyclic = find_cycle (&l, &c);
      if (!cyclic)
        everybody (p, &c);
      report (p, &c, cyclic, true); /* does not come back */
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
