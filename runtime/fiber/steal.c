/* SPDX-License-Identifier: MIT */
/* steal.c - no worker idles while a process that can run is queued elsewhere.
 *
 * A process has a home, the worker in whose cache its data is.  It leaves its home only if a worker
 * has no process of its own; then that worker searches.  How a process comes to it depends on its
 * turn, that is, on how long it runs from one switch to the next, and on the turn of the process
 * for which it would have to wait at home (move_cost.c).
 *
 * Offered.  If one of these turns is long, a worker that has switched, or has made a process ready,
 * offers half of the processes that are ready, the oldest first.  The offer is a list in one word.
 * A worker that searches takes it with a compare-and-swap, and so does the worker itself when it
 * has no other process.  All else that a worker has in its queues only its own thread touches
 * (private deques: Acar, Chargueraud and Rainey, "Scheduling parallel programs by work stealing
 * with private deques", PPoPP 2013).
 *
 * Given away.  Where turns are short, a message between workers costs more than a turn, so
 * processes that talk to each other belong on one worker.  Only if a worker has had processes in
 * its queues for long does it give half of them to a worker that searches.  A process that is later
 * woken from elsewhere follows its waker if none of its partners is where it is, or if its waker's
 * worker has much less to do.  So a network is cut into few pieces, and the cuts move until the
 * pieces are alike.  Each process that comes back in the first of these cases doubles the time
 * until others are given away: a network that is best on one worker stays there.
 *
 * Partners (partners.c) that are ready are given away together.  The others follow when they next
 * wait, and what was given away stays for some waits.
 *
 * Seized.  A worker whose process computes does not switch.  After a while the searching worker
 * stops it from touching its queues, as the monitor does to replace a thread (os_thread.c), and
 * gives itself half of what is there.  The process that computes notices nothing.
 *
 * Drawn.  A process that reads or writes without ever stopping, on a worker where none of its
 * partners is, may spend most of its time on the transfer of data.  It goes to its partner.
 *
 * The rule is that of Blumofe and Leiserson ("Scheduling multithreaded computations by work
 * stealing", JACM 1999) and of the schedulers of Cilk-5, Go and Tokio.  What differs is due to
 * records: a consumer runs before its producer goes on, since its data is in the cache, and the
 * cost of data decides whether a process moves at all.
 *
 * A process may move while its stack is not in use and no waker is on its way to its old home: it
 * was made ready by a waker, or has not begun (p->woken).
 */
#include "fiber/move_cost.h"
#include "fiber/partners.h"

/* ns for which a worker has had processes in its queues until it gives them away, where turns are
 * short: at first, at least and at most. */
static const int64_t give_first = 500000, give_least = 20000, give_most = 64000000;
/* ns without a switch until processes are seized: usually, and where turns were short, so that the
 * worker has most likely just lost its processor for a moment. */
static const int64_t seize_after = 20000, seize_short_after = 500000;
/* The same for a worker that has been woken and does not run yet: more than a wake-up takes that
 * nothing delays. */
static const int64_t seize_woken_after = 40000;

enum
{
  PASSED = 32, /* processes of a queue that are looked at for one that may leave */
  LARGEST_PART = 256, /* processes that are offered or seized at a time */
  STAYS = 8,  /* waits for which a process that was given away stays */
  FOLLOW = 64 /* waits on a worker, after a gift, at which processes may follow it */
};

/* Whether w may give processes away, and take others.  The number of workers that were started is
 * not known to the first of them; those that were not have no processes and want none. */
bool
erb_worker_shares (const struct erb_worker *w)
{
  return w->peers > 1 && w->program->set.place != ERB_PLACE_TOGETHER;
}

static struct erb_worker *
neighbour (const struct erb_worker *w, int k)
{
  return &w->program->worker[(w->number + k) % w->peers];
}

/* ---- Which process ------------------------------------------------------------------ */

/* Whether p, which is in a queue of w, may leave it now.  The running process may be in a queue,
 * too: it is about to stop, and has been woken already.  The clock of w stands while its process
 * computes, so `now' is that of the worker that asks. */
static bool
may_leave (const struct erb_worker *w, const struct erb_process *p, int64_t now)
{
  return p->woken && p != w->running && p->keeps <= now
         && (p->settled <= now || erb_worker_has_long_turns (w));
}

/* The process of w that leaves next, or NULL: the oldest that waits behind others.  Of those that
 * the running process has run it is the latest, which is as large a part of a tree as any. */
static struct erb_process *
choose (const struct erb_worker *w, int64_t now)
{
  const struct { struct erb_process *first; bool back; } rows[]
    = { { w->ready.first, false }, { w->fresh.last, true }, { w->born.last, true },
        { w->low_priority.first, false } };
  for (size_t n = 0; n < sizeof rows / sizeof *rows; n++)
    {
      struct erb_process *p = rows[n].first;
      for (int k = 0; p && k < PASSED; p = rows[n].back ? p->row_previous : p->row_next, k++)
        if (may_leave (w, p, now))
          return p;
    }
  return NULL;
}

/* A partner of p that may leave w with it, or NULL.  One that has been left behind and is coming
 * back has w as its home, and is in no queue. */
static ERB_WAKES struct erb_process *
ready_partner (const struct erb_process *p, const struct erb_worker *w, int64_t now)
{
  struct erb_process *q = erb_partner_of (p, w);
  return q && erb_worker_of (q) == w && q->row && may_leave (w, q, now) ? q : NULL;
}

/* Half of the processes of w that are ready. */
static int64_t
half (const struct erb_worker *w)
{
  return (erbium_load_relaxed (&w->queued) + 1) / 2;
}

/* All of an offer may have to be taken back.  While processes are seized, the lock of the program
 * is held, and so is the thread of w. */
static int64_t
part (const struct erb_worker *w)
{
  return half (w) < LARGEST_PART ? half (w) : LARGEST_PART;
}

static void
take_off (struct erb_worker *w, struct erb_process *p)
{
  bool is_low = erbium_load_relaxed (&p->in_low_priority);
  if (is_low)
    erbium_store_relaxed (&p->in_low_priority, 0);
  erb_row_remove (p->row, p);
  erb_worker_count (&w->queued, -1);
}

/* ---- Moving ------------------------------------------------------------------------- */

/* The records of p have locks that cost the old home nothing, and others a barrier. */
static void
end_biases (const struct erb_worker *w, const struct erb_process *p)
{
  for (const struct erb_view *v = p->views; v; v = v->next)
    erb_record_end_own_bias (v->record, &w->local);
}

/* Makes `to' the home of p, which is in no queue of w. */
ERB_WAKES void
erb_worker_move (struct erb_worker *w, struct erb_process *p, struct erb_worker *to)
{
  end_biases (w, p);
  erb_event_fiber_moves (p, w->number, to->number);
  p->parked = true;
  erb_worker_count (&w->moved, 1);
  erbium_store_release (&p->worker, (int64_t) (intptr_t) to); /* erb_worker_home; ready_partner */
  erbium_store_relaxed (&p->waker, 0);
  erb_worker_send (to, p, ERB_WOKEN);
}

/* ---- Offers ------------------------------------------------------------------------- */

/* Offers half of the processes that are ready, and p first.  Until somebody takes them they have no
 * home: those that wait for them do not rely on one thread's doing everything in order.  The store
 * of the offer is ordered before the look for a worker that sleeps (worker_idle.c). */
static ERB_WAKES void
offer (struct erb_worker *w, struct erb_process *p)
{
  struct erb_row row = { NULL, NULL };
  for (int64_t count = part (w); p && count > 0; p = choose (w, w->clock), count--)
    {
      take_off (w, p);
      end_biases (w, p);
      erbium_store_relaxed (&p->worker, 0);
      p->row_next = NULL;
      *(row.last ? &row.last->row_next : &row.first) = p;
      row.last = p;
    }
  w->offered_at = w->clock;
  w->offered_switches = erbium_load_relaxed (&w->switches);
  erbium_cas (&w->offer, 0, (int64_t) (intptr_t) row.first); /* take_offer */
}

/* Takes what v offers, which may be w itself; returns whether there was any. */
static ERB_WAKES bool
take_offer (struct erb_worker *w, struct erb_worker *v)
{
  int64_t first = erbium_load_relaxed (&v->offer);
  if (!first || !erbium_cas (&v->offer, first, 0)) /* offer */
    return false;
  for (struct erb_process *p = (struct erb_process *) (intptr_t) first, *next; p; p = next)
    {
      next = p->row_next;
      erbium_store_release (&p->worker, (int64_t) (intptr_t) w); /* erb_worker_home */
      erb_worker_count (&w->moved, v != w);
      if (v != w)
        erb_event_fiber_moves (p, v->number, w->number);
      erb_worker_put_back (w, p);
    }
  return true;
}

/* What comes back goes before what is ready: behind it, it could be offered again before its turn,
 * without end. */
bool
erb_worker_take_back (struct erb_worker *w)
{
  struct erb_row others = w->ready;
  w->ready = (struct erb_row) { NULL, NULL };
  bool any = take_offer (w, w);
  erb_row_append (&w->ready, others);
  return any;
}

bool
erb_worker_take (struct erb_worker *w)
{
  if (erb_worker_shares (w))
    erb_move_measure (w, neighbour (w, 1));
  for (int k = 1; k < w->peers; k++)
    if (take_offer (w, neighbour (w, k)))
      return true;
  return false;
}

/* ---- Short turns -------------------------------------------------------------------- */

static int64_t
give_after (const erbium_program *p)
{
  int64_t after = erbium_load_relaxed (&p->give_after);
  return after ? after : give_first;
}

static void
note_return (erbium_program *p)
{
  int64_t after = 2 * give_after (p);
  erbium_store_relaxed (&p->give_after, after < give_most ? after : give_most);
}

/* As long as none comes back, processes are given away ever sooner. */
static void
note_gift (erbium_program *p)
{
  int64_t after = give_after (p) * 7 / 8;
  erbium_store_relaxed (&p->give_after, after > give_least ? after : give_least);
}

static bool
has_backlog (const struct erb_worker *w)
{
  return erb_worker_wanders (w) || w->clock - w->empty_at >= give_after (w->program);
}

/* Gives `to' so many of the processes that are ready, and p first: most of those that talk to each
 * other are neighbours in the queue. */
static ERB_WAKES void
give (struct erb_worker *w, struct erb_process *p, struct erb_worker *to, int64_t count,
      int64_t now)
{
  w->empty_at = w->clock;
  w->gave = FOLLOW;
  for (; p && count > 0; count--)
    {
      struct erb_process *next = ready_partner (p, w, now);
      take_off (w, p);
      p->given = true;
      erbium_store_relaxed (&p->stays, STAYS);
      erb_worker_move (w, p, to);
      p = next ? next : choose (w, now);
    }
}

/* ---- Together ----------------------------------------------------------------------- */

/* Bytes that have come for the wait. */
static int64_t
bytes_for (const struct erb_wait *wait)
{
  bool reads = wait && wait->side == ERB_WRITE;
  erbium_index to = reads ? erb_lowest_index (wait->record, ERB_WRITE) : 0;
  erbium_index from = to > 0 ? erb_index (wait->view) : 0;
  return to == ERBIUM_NEVER || to <= from ? 0 : (to - from) * (int64_t) wait->record->size;
}

struct erb_worker *
erb_worker_follows (struct erb_worker *w, const struct erb_process *p)
{
  if (w->gave == 0 || erbium_load_relaxed (&p->stays) > 0 || p->keeps > w->clock)
    return NULL;
  w->gave--;
  const struct erb_process *q = erb_partner_of (p, w);
  struct erb_worker *to = q && erbium_load_relaxed (&q->stays) > 0 ? erb_worker_of (q) : NULL;
  return to != w ? to : NULL;
}

/* Whether `to' has much less to do than w. */
static bool
has_much_less (const struct erb_worker *to, const struct erb_worker *w)
{
  return erbium_load_relaxed (&w->queued) > 2 * erbium_load_relaxed (&to->queued) + 1;
}

struct erb_worker *
erb_worker_forwards_to (const struct erb_worker *w, struct erb_process *p,
                        const struct erb_wait *wait)
{
  struct erb_worker *to = (struct erb_worker *) (intptr_t) erbium_load_relaxed (&p->waker);
  if (!to || to == w || !erb_worker_shares (w) || p->keeps > w->clock
      || erb_move_of_bytes_pays (w, bytes_for (wait)))
    return NULL;
  if (erb_worker_of_partner (p, w) == w)
    return has_much_less (to, w) ? to : NULL;
  if (erbium_load_relaxed (&p->stays) > 0)
    return NULL;
  if (p->given)
    note_return (w->program);
  p->given = false;
  return to;
}

struct erb_worker *
erb_worker_drawn_to (struct erb_process *p)
{
  struct erb_worker *w = erb_worker_home (p);
  bool may = erb_worker_shares (w) && erbium_load_relaxed (&p->stays) == 0 && p->keeps <= w->clock;
  struct erb_worker *to = may ? erb_worker_of_partner (p, w) : NULL;
  return to && to != w && erb_move_slows (p) ? to : NULL;
}

/* ---- Searching ---------------------------------------------------------------------- */

void
erb_worker_search (struct erb_worker *w)
{
  if (!erb_worker_shares (w))
    return;
  erbium_store_relaxed (&w->searching, 1);
  erbium_add (&w->program->searching, 1);
}

ERB_WAKES bool
erb_worker_stop_searching (struct erb_worker *w)
{
  if (!erbium_load_relaxed (&w->searching) || !erbium_cas (&w->searching, 1, 0))
    return false;
  erbium_add (&w->program->searching, -1);
  return true;
}

/* A worker that searches and that nobody else gives anything to, or NULL; it searches no more.  The
 * nearest by number comes first. */
static ERB_WAKES struct erb_worker *
claim_searching (const struct erb_worker *w)
{
  for (int k = 1; k < w->peers; k++)
    if (erb_worker_stop_searching (neighbour (w, k)))
      return neighbour (w, k);
  return NULL;
}

static ERB_WAKES void
wake_one (const struct erb_worker *w)
{
  for (int k = 1; k < w->peers; k++)
    if (erbium_load_seq_cst (&neighbour (w, k)->asleep))
      {
        erb_worker_wake (neighbour (w, k));
        return;
      }
}

/* Whether another worker may want a process of w. */
static bool
wants_some (const struct erb_worker *w)
{
  const erbium_program *p = w->program;
  return erbium_load_relaxed (&w->queued) > 0 && erb_worker_shares (w)
         && (erb_worker_has_long_turns (w) || erbium_load_relaxed (&p->searching) > 0
             || erbium_load_relaxed (&p->sleeping) > 0);
}

ERB_WAKES void
erb_worker_share (struct erb_worker *w)
{
  const erbium_program *program = w->program;
  struct erb_process *p = wants_some (w) ? choose (w, w->clock) : NULL;
  bool is_long = p && erb_move_pays (w, p);
  if (!p || (!is_long && !has_backlog (w)))
    return;
  struct erb_worker *to = is_long ? NULL : claim_searching (w);
  if (to)
    {
      note_gift (w->program);
      give (w, p, to, half (w), w->clock);
    }
  else if (is_long && erbium_load_relaxed (&w->offer) == 0)
    offer (w, p);
  if (!to && erbium_load_seq_cst (&program->searching) <= erbium_load_relaxed (&w->queued))
    wake_one (w);
}

static bool
has_more (const struct erb_worker *w)
{
  return !erbium_load_relaxed (&w->asleep)
         && (erbium_load_relaxed (&w->queued) > 0 || erbium_load_relaxed (&w->inbox) != 0);
}

bool
erb_worker_offer_elsewhere (const struct erb_worker *w)
{
  for (int k = 1; k < w->peers; k++)
    if (erbium_load_seq_cst (&neighbour (w, k)->offer)) /* offer */
      return true;
  return false;
}

/* Whoever has offered processes may have relied on w, which searched then, or was woken, and has
 * got others now.  The end of a search is a read-modify-write before the loads of the offers, as an
 * offer is before the load of `searching' (erb_worker_share). */
ERB_WAKES void
erb_worker_pass_search_on (const struct erb_worker *w)
{
  if (erbium_load_seq_cst (&w->program->searching) == 0 && erb_worker_offer_elsewhere (w))
    wake_one (w);
}

bool
erb_worker_work_elsewhere (const struct erb_worker *w)
{
  for (int k = 1; erb_worker_shares (w) && k < w->peers; k++)
    if (has_more (neighbour (w, k)) && erb_worker_has_long_turns (neighbour (w, k)))
      return true;
  return erb_worker_shares (w) && erb_worker_offer_elsewhere (w);
}

/* ---- Seizing ------------------------------------------------------------------------ */

/* It may also be about to look at its inbox. */
bool
erb_worker_wakes_up (const struct erb_worker *v)
{
  return v && erbium_load_relaxed (&v->idle_since) != 0 && has_more (v);
}

/* Takes processes of v, which has not switched since then.  Its thread is kept from touching what
 * is v's alone, so the caller may.  Returns whether that is worth it. */
static ERB_WAKES bool
seize (struct erb_worker *w, struct erb_worker *v, int64_t since)
{
  if (!erb_os_thread_hold (v))
    return false;
  erb_worker_open_inbox (v);
  struct erb_process *p = choose (v, w->clock);
  bool pays = p && (erb_worker_wakes_up (v) || erb_move_pays (v, p)
                    || w->clock - since > seize_after + erb_move_data_time (p));
  if (pays && erb_worker_stop_searching (w))
    give (v, p, w, part (v), w->clock);
  erb_os_thread_let_go (v);
  return pays;
}

static int64_t
until_seized (const struct erb_worker *v)
{
  int64_t turn = erbium_load_relaxed (&v->turn); /* 0: it is not known */
  if (erb_worker_wanders (v))
    return 0;
  if (erb_worker_wakes_up (v))
    return seize_woken_after;
  return turn > 0 && !erb_worker_has_long_turns (v) ? seize_short_after : seize_after;
}

/* w->clock is now. */
ERB_WAKES bool
erb_worker_watch (struct erb_worker *w)
{
  struct erb_watch *watch = &w->watch;
  struct erb_worker *v = watch->worker;
  if (!erbium_load_relaxed (&w->searching))
    return false;
  if (v && has_more (v) && erbium_load_relaxed (&v->switches) == watch->switches)
    {
      if (w->clock - watch->since > watch->wait)
        {
          if (seize (w, v, watch->since))
            watch->worker = NULL;
          watch->wait *= 2;
        }
      return w->clock - watch->since > seize_after;
    }
  int others = w->peers - 1, last = watch->last;
  watch->worker = NULL;
  for (int k = 0; k < others && !watch->worker; k++)
    {
      int next = 1 + (last + k) % others;
      v = neighbour (w, next);
      if (has_more (v))
        *watch = (struct erb_watch) { v, erbium_load_relaxed (&v->switches), w->clock,
                                      until_seized (v), next };
    }
  return false;
}
