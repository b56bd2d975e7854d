/* SPDX-License-Identifier: MIT */
/* deadlock.c - cycles of waits: grown away, or reported.
 *
 * A process that waits needs every slot that lags behind its need to move, so
 * it waits for all holders of such slots at once.  Where each must move, one
 * that never will is enough: a process is stuck if and only if the graph "p
 * waits for q" leads from it into a cycle, or to a place that nobody holds
 * while nobody who could take it runs.
 *
 * The graph is read under the program's lock, which a kernel thread takes to enter
 * and to leave the set of sleepers, and while fibers are held (workers.c).  So
 * nobody whom it finds asleep can have moved an index meanwhile, and one look is
 * enough: a cycle found is a cycle.
 *
 * A cycle with a stall in it is artificial: the program would go on if a window
 * were larger.  The smallest blocking one is made so (Parks, "Bounded scheduling
 * of process networks", 1995), as soon as the cycle is found and not only when
 * everything has stopped (Geilen and Basten, ESOP 2003, show that a part that
 * runs for ever would otherwise starve the part that is stuck).  A cycle of
 * updates alone is a true deadlock: it is reported, and ends the program, when
 * all others have ended or wait too, so that what a deadlocked program prints
 * is determined as well.
 *
 * Cost: a walk along the chain of waits, once for each sleep that lasts longer
 * than wait.c's suspicion, and each time that the last one falls asleep.
 */
#include "deadlock.h"
#include "worker.h"

bool
erb_can_grow (const struct erb_wait *w)
{
  return erb_is_stall (w) && erb_lowest (w->record, ERB_READ) >= 0
         && (w->for_room
             || 2 * w->view->horizon <= (erbium_index) (ERB_LARGEST_HORIZON / w->record->size));
}

erbium_index
erb_needed (const struct erb_wait *w)
{
  erbium_index end = erb_is_stall (w) ? ERBIUM_NEVER : erb_smallest_end (w->record);
  return w->need < end ? w->need : end;
}

/* ---- The walk ---------------------------------------------------------- */

/* Depth first and without recursion, since a chain of waits may be as long as
 * there are processes: each keeps its own frame in p->search. */

static void
enter (struct erb_process *p, struct erb_process *before, int64_t mark)
{
  p->search = (struct erb_search) { .mark = mark, .before = before, .next = NULL };
  if (!erb_process_waits_on (p)->view)
    p->search.next = p->program->processes;
}

static bool
stuck (const struct erb_process *p)
{
  const struct erb_wait *w = erb_process_waits_on (p);
  return w && !erb_ready (w);
}

static struct erb_process *
next_holder (struct erb_process *p)
{
  const struct erb_wait *w = erb_process_waits_on (p);
  const erbium_index need = erb_needed (w);
  while (p->search.slot < w->record->ids[w->side])
    {
      struct erbium_slot *s = &w->record->slot[w->side][p->search.slot++];
      struct erb_process *q
        = (struct erb_process *) (intptr_t) erbium_load_relaxed (&s->owner);
      if (q && erbium_load_acquire (&s->index) < need)
        return q;
    }
  return NULL;
}

static struct erb_process *
next_joined (struct erb_process *p)
{
  const erbium_process end_of = erb_process_waits_on (p)->end_of;
  while (p->search.next)
    {
      struct erb_process *q = p->search.next;
      p->search.next = q->next;
      if (q != p && q->entry.start && (end_of == 0 || q->id == end_of))
        return q;
    }
  return NULL;
}

/* The next one that p waits for. */
static struct erb_process *
next_blocker (struct erb_process *p)
{
  return erb_process_waits_on (p)->view ? next_holder (p) : next_joined (p);
}

/* Whether it is better that w grows than least: it has the horizon and lacks the memory
 * alone, or has less of a horizon. */
static bool
is_less (const struct erb_wait *w, const struct erb_wait *least)
{
  if (w->for_room != least->for_room)
    return w->for_room;
  return w->view->horizon < least->view->horizon;
}

static void
collect (struct erb_process *last, const struct erb_process *first, struct erb_cycle *c)
{
  *c = (struct erb_cycle) { .length = 0 };
  for (struct erb_process *p = last;; p = p->search.before)
    {
      struct erb_wait *w = erb_process_waits_on (p);
      if (c->length < ERB_CYCLE_KEPT)
        c->wait[c->length] = w;
      c->length++;
      if (erb_can_grow (w) && (!c->least || is_less (w, c->least)))
        c->least = w;
      if (p == first)
        return;
    }
}

/* Later walks of the same mark are to start anew from it. */
static void
leave_path (struct erb_process *p)
{
  for (; p; p = p->search.before)
    p->search.left = true;
}

/* A cycle is told from its oldest process on, whoever found it. */
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

/* A cycle that can be reached from start, but through nobody whom an earlier
 * walk of the same mark has left. */
static bool
find_cycle (struct erb_process *start, int64_t mark, struct erb_cycle *c)
{
  struct erb_process *p = start, *q;
  if (!stuck (start) || start->search.mark == mark)
    return false;
  enter (start, NULL, mark);
  while (p)
    if (!(q = next_blocker (p)))
      {
        p->search.left = true;
        p = p->search.before;
      }
    else if (stuck (q) && q->search.mark != mark)
      {
        enter (q, p, mark);
        p = q;
      }
    else if (stuck (q) && !q->search.left)
      {
        collect (p, q, c);
        turn (c);
        leave_path (p);
        return true;
      }
  return false;
}

/* ---- What to do about it ------------------------------------------------ */

/* The stall goes on with a horizon that lets it; doubled, so that a window that
 * is far too small is found out in few rounds. */
/* GROW is about horizons: up to what it has, a window may always grow. */
static bool
may_grow (const erbium_program *p, const struct erb_wait *w)
{
  return p->set.grow || w->for_room;
}

static void
grow (struct erb_wait *w)
{
  struct erb_view *v = w->view;
  struct erb_text t;
  erbium_index lacks = w->need - erb_lowest (w->record, ERB_READ);
  erbium_index to = v->horizon + (lacks > v->horizon ? lacks : v->horizon);
  if (w->for_room)
    to = v->horizon; /* which it has, but no memory yet */
  else if (to > erbium_load_relaxed (&v->grow_to)) /* else it is on its way already */
    erb_warn (w->process->program, 2, w->where, "artificial deadlock: the horizon of %s grows from %lld to %lld",
              erb_say_view (v, &t), (long long) v->horizon, (long long) to);
  erbium_store_release (&v->grow_to, to); /* has, take_growth in wait.c */
  erb_wake (w->record, ERB_READ, true);
}

/* Everybody waits, and nobody for a cycle: for a place that nobody has taken. */
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

static bool
everybody_waits (erbium_program *p)
{
  for (struct erb_process *q = p->processes; q; q = q->next)
    if (!stuck (q))
      return false;
  return p->processes != NULL;
}

/* Lets processes go on, and gives the lock back.  A cycle beside others that go on is told when one in it
 * has slept for long, and not while those may just be taking a nap. */
static void
report (erbium_program *p, struct erb_cycle *c, bool cyclic, bool final, bool suspicious)
{
  bool tell = c && (final || (!p->warned && suspicious));
  p->warned = p->warned || tell;
  char *text = tell ? erb_cycle_say (c) : NULL;
  bool small = tell && c->least != NULL;
  const char *where = tell && c->length ? c->wait[0]->where : NULL;
  const char *cure = !tell ? NULL : small ? "make a horizon larger, or leave ERBIUM_GROW on"
                                          : erb_cycle_mend (c, cyclic);
  erb_workers_go_on (p);
  erb_os->unlock (&p->lock);
  if (!tell)
    return;
  if (final)
    erb_fault (ERBIUM_EXIT_DEADLOCK, ERB_NO_PRIMITIVE, where, cure,
               "%s: every process waits%s",
               small ? "artificial deadlock" : cyclic && !erb_cycle_at_limit (c) ? "true deadlock" : "deadlock",
               text);
  erb_warn (p, 1, where, "these processes wait for each other and never go on:%s", text);
  free (text);
}

/* Under the lock.  Returns whether there is something to report of c. */
static bool
look_for_cycles (erbium_program *p, struct erb_process *self, bool final, struct erb_cycle *dead,
                 bool *cyclic)
{
  struct erb_cycle c;
  int64_t mark = ++p->searches;
  *cyclic = false;
  for (struct erb_process *q = final ? p->processes : self; q; q = final ? q->next : NULL)
    if (find_cycle (q, mark, &c))
      {
        if (c.least && may_grow (p, c.least))
          {
            grow (c.least);
            return false;
          }
        *dead = c;
        *cyclic = true;
      }
  if (final && !*cyclic)
    everybody (p, dead);
  return final || *cyclic;
}

void
erb_find_deadlock (erbium_program *p, struct erb_process *self, bool suspicious)
{
  struct erb_cycle dead = { .length = 0 };
  bool cyclic;
  erb_os->lock (&p->lock);
  erb_workers_hold (p);
  bool final = everybody_waits (p);
  bool found = look_for_cycles (p, self, final, &dead, &cyclic);
  report (p, found ? &dead : NULL, cyclic, final, suspicious);
}

/* Under the lock.  The first cycle that is found of those who sleep for long. */
static bool
look_at_sleepers (erbium_program *p, struct erb_cycle *dead)
{
  int64_t mark = ++p->searches;
  for (struct erb_process *q = p->processes; q; q = q->next)
    {
      if (!q->task->shares_threads || !stuck (q))
        continue;
      bool long_since = q->suspect == q->parks;
      q->suspect = q->parks;
      if (!long_since || !find_cycle (q, mark, dead))
        continue;
      if (!dead->least || !may_grow (p, dead->least))
        return true;
      grow (dead->least);
    }
  return false;
}

void
erb_find_sleepers (erbium_program *p)
{
  struct erb_cycle dead = { .length = 0 };
  erb_os->lock (&p->lock);
  erb_workers_hold (p);
  bool final = everybody_waits (p), found = !final && look_at_sleepers (p, &dead);
  report (p, found ? &dead : NULL, true, false, true);
}

/* Whoever is left may be stuck for good.  The lock is not given up in between,
 * unless to end the program: the last one to leave must not look at a program
 * that a joiner has freed. */
void
erb_find_deadlock_at_end (erbium_program *p)
{
  struct erb_cycle dead = { .length = 0 };
  bool cyclic;
  erb_workers_hold (p);
  if (everybody_waits (p) && look_for_cycles (p, NULL, true, &dead, &cyclic))
    report (p, &dead, cyclic, true, false); /* does not come back */
  erb_workers_go_on (p);
}
