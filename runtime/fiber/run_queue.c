/* SPDX-License-Identifier: MIT */
/* run_queue.c - which fibers of a worker are ready, and which of them is next.
 *
 * A process that is a fiber belongs to one worker, and only that worker's thread lets it go on or
 * stops it.  So a worker's rows of ready fibers need no atomics (inbox.c).
 *
 * Which one is next.  A consumer that a commit has made ready goes first, and the latest of these
 * before the others, since the elements that it waits for are in the cache.  A producer that a
 * release has made ready goes last.  So in a chain one burst runs down all stages before the next
 * is begun, and the cache holds only one burst of each of two records of the network.
 *
 * Processes that a fiber has run go before all others when it stops, in the order in which it has
 * run them.  So a tree of processes is walked depth first, and few of them are alive at a time:
 * stacks and descriptors are in the cache.  Another worker takes the oldest, the root of the
 * largest part of the tree (Blumofe and Leiserson, "Scheduling multithreaded computations by work
 * stealing", JACM 1999).
 *
 * Two processes that always make each other ready would keep all others from running, so after
 * LONG_STREAK turns of such fibers the others have their turn.
 *
 * Low priority.  A fiber may get the burst that it needs, but not so many elements that a switch to
 * it is worth its cost (fiber_wait.c).  It has low priority: it runs when no other fiber is ready,
 * because the others may bring it more elements.  Bursts thus grow to the size that fits in the
 * cache.  The fiber becomes ready when its partner stops after it has brought enough, and in any
 * case after a while.
 *
 * Parked for a time.  Such fibers are in a list, soonest first.  The worker reads the clock only
 * every TICK switches, since reading it costs more than a switch.  Switches may be far apart, so
 * the monitor can request that the worker read the clock at the next one.
 */
#include "fiber/move_cost.h"

enum
{
  LONG_STREAK = 1024,
  OVERDUE = 128,    /* switches after which an offer goes before fresh fibers, at the earliest */
  TICK = 64,        /* switches between two looks at the clock, at most */
  LONGEST = 200000, /* ns; longer turns count as such */
  MANY = 4,         /* times the usual turn; what takes longer was mostly an interruption */
  SOME = 8,         /* turns over which their length is an average */
  TICK_TIME = 20000 /* ns that are meant to lie between two */
};

/* The longest time for which a fiber has low priority. */
static const int64_t patience = 500000; /* ns */

/* The longest time for which a remote wait is left to the clock. */
static const int64_t confirm_after = 1000000; /* ns */

/* ---- Rows -------------------------------------------------------------- */

static void
put_first (struct erb_row *row, struct erb_process *p)
{
  p->row_previous = NULL;
  p->row_next = row->first;
  *(row->first ? &row->first->row_previous : &row->last) = p;
  row->first = p;
  p->row = row;
}

static void
put_last (struct erb_row *row, struct erb_process *p)
{
  p->row_next = NULL;
  p->row_previous = row->last;
  *(row->last ? &row->last->row_next : &row->first) = p;
  row->last = p;
  p->row = row;
}

static struct erb_process *
take_first (struct erb_row *row)
{
  struct erb_process *p = row->first;
  if (p)
    erb_row_remove (row, p);
  return p;
}

/* ---- Parked for a time --------------------------------------------------- */

void
erb_worker_add_timed (struct erb_worker *w, struct erb_process *p, int64_t timeout)
{
  struct erb_process *after = w->timed_last;
  erb_worker_count (&w->unsettled, 1);
  p->deadline = w->clock + timeout;
  while (after && after->deadline > p->deadline)
    after = after->timed_previous;
  p->timed_previous = after;
  p->timed_next = after ? after->timed_next : w->timed;
  *(after ? &after->timed_next : &w->timed) = p;
  *(p->timed_next ? &p->timed_next->timed_previous : &w->timed_last) = p;
}

static void
remove_timed (struct erb_worker *w, struct erb_process *p)
{
  erb_worker_count (&w->unsettled, -1);
  *(p->timed_previous ? &p->timed_previous->timed_next : &w->timed) = p->timed_next;
  *(p->timed_next ? &p->timed_next->timed_previous : &w->timed_last) = p->timed_previous;
  p->deadline = 0;
}

/* ---- Ready ------------------------------------------------------------- */

void
erb_worker_put_back (struct erb_worker *w, struct erb_process *p)
{
  erb_worker_count (&w->queued, 1);
  put_last (&w->ready, p);
}

/* Puts the processes that the last one has run before all others, in their order. */
static void
put_born_first (struct erb_worker *w)
{
  struct erb_process *p;
  while ((p = w->born.last))
    {
      erb_row_remove (&w->born, p);
      put_first (&w->fresh, p);
    }
}

static void
put_where_it_belongs (struct erb_worker *w, struct erb_process *p)
{
  if (p->eager)
    put_first (&w->fresh, p);
  else
    put_last (&w->ready, p);
}

/* Takes p, which is parked, off the lists of those that wait for something. */
void
erb_worker_unpark (struct erb_worker *w, struct erb_process *p, bool woken)
{
  p->parked = false;
  p->woken = woken;
  if (p->deadline)
    remove_timed (w, p);
  if (p->remote_wait)
    erb_remote_wait_remove (w, p->remote_wait);
}

ERB_WAKES void
erb_worker_make_ready (struct erb_worker *w, struct erb_process *p, bool woken)
{
  if (!p->parked)
    {
      p->late = true;
      p->low_priority = false; /* it goes on at once */
      return;
    }
  erb_worker_unpark (w, p, woken);
  erb_worker_count (&w->queued, 1);
  if (p->low_priority)
    {
      if (!w->low_priority.first)
        w->low_priority_since = w->clock;
      p->low_priority = false;
      erbium_store_relaxed (&p->in_low_priority, 1);
      put_last (&w->low_priority, p);
    }
  else
    put_where_it_belongs (w, p);
}

void
erb_worker_promote (struct erb_worker *w, struct erb_process *p)
{
  erb_row_remove (&w->low_priority, p);
  erbium_store_relaxed (&p->in_low_priority, 0);
  put_where_it_belongs (w, p);
}

bool
erb_worker_begin (struct erb_process *p)
{
  int32_t before = 0;
  struct erb_local *local = erb_local_enter (&before);
  struct erb_worker *home = erb_worker_home (p), *here = (struct erb_worker *) local;
  if (here && here == home)
    {
      p->parked = false;
      p->woken = true;
      erb_worker_count (&here->queued, 1);
      put_last (&here->born, p);
    }
  if (here)
    erb_local_exit (before);
  return here && here == home;
}

/* ---- Who is next? -------------------------------------------------------- */

/* Others wake a process whose wait is visible as if it had no time limit. */
static bool
is_shown (const struct erb_process *p)
{
  return erbium_load_relaxed (&p->wait) != 0;
}

static void
expire (struct erb_worker *w, int64_t now)
{
  while (w->timed && w->timed->deadline <= now)
    {
      struct erb_process *p = w->timed;
      if (is_shown (p))
        erb_fiber_raise_priority (p);
      erb_worker_make_ready (w, p, false);
    }
}

bool
erb_worker_expire_early (struct erb_worker *w)
{
  bool any = false;
  for (struct erb_process *p = w->timed, *next; p; p = next)
    {
      next = p->timed_next;
      if (is_shown (p))
        continue;
      any = true;
      erb_worker_make_ready (w, p, false);
    }
  return any;
}

/* Notes how long processes run at a time, as an average over some turns, since a process that
 * computes may be followed by one that does not.  The clock is looked at again after about
 * TICK_TIME, or at the next switch if nothing is known yet. */
static void
note_turn (struct erb_worker *w, int64_t now)
{
  int64_t switches = erbium_load_relaxed (&w->switches), turns = switches - w->tick_switches;
  int64_t turn = erbium_load_relaxed (&w->turn);
  if (turns > 0)
    {
      int64_t latest = (now - w->clock) / turns;
      int64_t most = turn > 0 && turn < LONGEST / MANY ? MANY * turn : LONGEST;
      latest = latest < most ? latest : most;
      if (w->running)
        erb_move_note_turn (w->running, latest);
      turn += turn == 0 || turns > SOME ? latest - turn : (latest - turn) * turns / SOME;
    }
  erbium_store_relaxed (&w->turn, turn);
  w->tick_switches = switches;
  w->to_tick = turn == 0 || turn > TICK_TIME ? 1
               : turn < TICK_TIME / TICK ? TICK : (int) (TICK_TIME / turn);
}

ERB_WAKES void
erb_worker_read_clock (struct erb_worker *w)
{
  int64_t now = erb_os->now ();
  if (erbium_load_relaxed (&w->asked))
    erbium_store_relaxed (&w->asked, 0);
  note_turn (w, now);
  w->clock = now;
  expire (w, now);
}

static struct erb_process *
take_low_priority (struct erb_worker *w)
{
  struct erb_process *p = take_first (&w->low_priority);
  if (p)
    erbium_store_relaxed (&p->in_low_priority, 0);
  return p;
}

static void
end_low_priority (struct erb_worker *w)
{
  struct erb_process *p;
  while ((p = take_low_priority (w)))
    put_last (&w->ready, p);
}

static void
confirm_remote_waits (struct erb_worker *w)
{
  if (!w->remote_wait || w->remote_wait->confirmed)
    return;
  if (w->clock - w->confirmed < confirm_after)
    {
      erb_remote_waits_poll (w, 1);
      return;
    }
  w->confirmed = w->clock;
  erb_remote_waits_confirm (w);
}

/* Whether no other worker has taken the offer in time.  Fresh processes go first for some switches.
 * With the time alone, where turns are long, the oldest process would run first at each of them,
 * and a tree would be walked level by level. */
static bool
offer_is_overdue (const struct erb_worker *w)
{
  bool yields = !w->fresh.first && !w->born.first;
  return w->clock - w->offered_at > patience
         && (yields || erbium_load_relaxed (&w->switches) - w->offered_switches >= OVERDUE);
}

/* Returns whether it has taken back an offer.  The first process of the offer is then the first of
 * those that are ready, and runs before the fresh ones. */
static bool
tick (struct erb_worker *w)
{
  erb_worker_read_clock (w);
  erb_probe_write (w);
  erb_worker_note_place (w);
  if (w->clock - w->low_priority_since > patience)
    end_low_priority (w);
  confirm_remote_waits (w);
  return offer_is_overdue (w) && erb_worker_take_back (w);
}

/* Puts the fresh fibers behind those that were ready before them, which now have their turn. */
static void
end_streak (struct erb_worker *w)
{
  struct erb_process *p;
  w->streak = 0;
  while ((p = take_first (&w->fresh)))
    put_last (&w->ready, p);
}

ERB_WAKES struct erb_process *
erb_worker_next_ready (struct erb_worker *w)
{
  bool ticks = --w->to_tick <= 0 || erbium_load_relaxed (&w->asked);
  bool overdue = ticks && tick (w);
  if (erbium_load_relaxed (&w->inbox) != 0)
    erb_worker_open_inbox (w);
  if (w->fresh.first && ++w->streak > LONG_STREAK)
    end_streak (w);
  put_born_first (w);
  struct erb_process *p = overdue ? NULL : take_first (&w->fresh);
  if (!p)
    {
      if (!overdue)
        w->streak = 0;
      p = take_first (&w->ready);
      p = p ? p : take_low_priority (w);
      if (!p && erb_worker_take_back (w))
        p = take_first (&w->ready);
    }
  if (!p)
    return NULL;
  erb_worker_count (&w->queued, -1);
  if (ticks && erbium_load_relaxed (&w->queued) == 0)
    w->empty_at = w->clock;
  return p;
}

bool
erb_worker_busy (void)
{
  const struct erb_worker *w = erb_worker_here ();
  return w && (erbium_load_relaxed (&w->queued) > 0 || erbium_load_relaxed (&w->inbox) != 0);
}

bool
erb_worker_wanted (void)
{
  const struct erb_worker *w = erb_worker_here ();
  return erb_worker_busy () || (w && erbium_load_relaxed (&w->asked));
}
