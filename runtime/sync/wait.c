/* SPDX-License-Identifier: MIT */
/* wait.c - the stages of a wait: when a process spins, when it dozes, when it sleeps.
 *
 * The problem.  A wake-up across processors costs as much as passing on tens of thousands of
 * elements, so it must be rare.  But an element that has been committed must reach a waiting
 * consumer whatever its producer does next, even if that blocks in the kernel for an hour.  And the
 * waker must pay nothing while nobody sleeps: no fence, no shared flag.
 *
 * The stages of a wait.  Each costs more than the one before, and is entered only when that one was
 * in vain:
 *
 *   1 look      Read the true indices. Most waits end here.
 *   2 spin      For up to SPIN ns, about what a sleep and a wake-up would cost (rent or buy).
 *               With more threads awake than processors, spinning steals the time of the very
 *               partner that is waited for, so the loop yields at each round.
 *   3 doze      Sleep, but ask only for a wake-up that is worth it (`enough'), and for no longer
 *               than DOZE ns, two wake-ups' worth. No barrier: the clock repairs the rare wake-up
 *               that is missed.
 *   4 sleep     Ask for exactly what is needed, and sleep; after 100 dozes issue the heavy barrier,
 *               look again, and sleep without a limit. Deadlocks are looked for from here.
 *
 * Where other programs need the processors, stage 2 would cost a time slice for each wait, so it is
 * omitted for as long as core/spin_backoff.h determines.  Waits are then frequent and short.  The
 * short timer of a doze costs as much as the rest of a wait, and asking for more pays only if many
 * elements come at once.  So a process that mostly gets no more than it needs asks for that alone,
 * and its first sleep lasts up to 100 dozes.  If its turns are short, too, it goes to the processor
 * of its partner.
 *
 * No process enters stage 3 or 4 while it holds back what a partner needs: it first wakes all that
 * have what they need though not what they asked for.  A producer that blocks in the kernel instead
 * delays a consumer by one doze, or by a hundred if its publication coincides with the beginning
 * of stage 4 or of such a first sleep.  wait_queue.c says why no wake-up is lost in stage 4.
 *
 * Threads and spaces go through these stages; their task model says how one parks and is unparked.
 * A fiber makes way for the next one at once, so its model has a wait of its own
 * (fiber/fiber_wait.c).
 */
#include "sync/sync.h"

static const int64_t doze_to_sleep = 100; /* dozes that a sleep lasts before it needs a barrier */
static const int64_t short_turn = 20000; /* ns; a wake-up on another processor takes longer */
static const int64_t suspicion = 100000000; /* ns asleep before a cycle of waits is looked for, if
                                             * others run */

/* ---- Spinning ---------------------------------------------------------- */

static bool
crowded (erbium_program *p)
{
  return erbium_load_relaxed (&p->awake) > p->processors;
}

/* Spins until w is ready, the time has come, or a round has taken so long that spinning does not
 * pay.  *round is the time when the current round began.  A thread that counts as awake may be in
 * the kernel: then a yield returns at once, and is as good as a pause. */
static bool
spin (struct erb_wait *w, int64_t *round, int64_t until)
{
  int64_t now;
  bool first = true;
  do
    {
      if (crowded (w->process->program))
        erb_os->yield ();
      for (int n = 0; n < ERB_POLLS; n++)
        {
          if (erb_ready (w))
            return true;
          erb_os->pause ();
        }
      now = erb_os->now ();
      if (erb_spinning_note (&w->process->program->spinning, *round, now))
        return false;
      if (first && !crowded (w->process->program))
        erb_leave_partner (w);
      first = false;
      *round = now;
    }
  while (now < until);
  return false;
}

/* ---- Sleeping ---------------------------------------------------------- */

/* Counts the caller as awake.  There may be fibers beside it, whose monitor sleeps when all do. */
static void
count_as_awake (erbium_program *p)
{
  erbium_add (&p->awake, 1);
  erb_event_awake (p);
}

/* Parks the process of w.  Returns true if a waker has taken w off the queue. */
static bool
stop (const struct erb_wait *w, int64_t timeout)
{
  return w->process->task->park (w->process, w, timeout);
}

static void
fall_asleep (struct erb_wait *w)
{
  erbium_program *p = w->process->program;
  erb_os->lock (&p->lock);
  erbium_store_relaxed (&w->process->wait, (int64_t) (intptr_t) w);
  erb_os->unlock (&p->lock);
  if (erbium_add (&p->awake, -1) == 0)
    erb_event_asleep (p, w->process, false);
}

static void
wake_up (struct erb_wait *w)
{
  erbium_program *p = w->process->program;
  count_as_awake (p);
  erb_os->lock (&p->lock);
  erbium_store_relaxed (&w->process->wait, 0);
  erb_os->unlock (&p->lock);
}

/* Returns the largest number of elements that a doze may ask for beyond what is needed: half a
 * window, since a switch costs as much as thousands of elements. */
static erbium_index
most_worth (const struct erb_view *v)
{
  erbium_index most = erbium_load_relaxed (&v->record->horizon[ERB_WRITE]);
  return (most < v->room ? most : v->room) / 2;
}

/* Adapts what the next doze asks for.  Where a partner cannot give that much, because the caller
 * holds too much itself or the partner is slow, a doze is not worth it each time, and less is asked
 * for. */
static void
learn (struct erb_view *v, bool woken, bool ready)
{
  erbium_index most = most_worth (v);
  if (v->doze_batch < v->batch) /* after learn_at_once */
    v->doze_batch = v->batch;
  if (woken)
    v->doze_batch = 2 * v->doze_batch < most ? 2 * v->doze_batch : most;
  else if (ready && v->doze_batch > v->batch)
    v->doze_batch /= 2;
}

/* As learn, for processes that sleep without spinning: asking for more was worth it if even more
 * came.  Here doze_batch may fall to 0, which asks for what is needed alone. */
static void
learn_at_once (const struct erb_wait *w)
{
  struct erb_view *v = w->view;
  erbium_index lowest = erb_lowest_index (w->record, w->side), most = most_worth (v);
  if (lowest == ERBIUM_NEVER) /* no partner is left; and need may be negative */
    return;
  erbium_index more = lowest - w->need;
  if (more > v->doze_batch)
    v->doze_batch = 2 * v->doze_batch + 1 < most ? 2 * v->doze_batch + 1 : most;
  else if (more >= 0 && more < v->doze_batch)
    v->doze_batch /= 2;
}

/* Checks w at once and for a moment.  By then a publication that has just missed the request of w
 * has usually left the store buffer of its processor. */
static bool
is_there_soon (const struct erb_wait *w)
{
  enum { MOMENT = 4 }; /* pauses */
  for (int n = 0; n < MOMENT; n++)
    {
      if (erb_ready (w))
        return true;
      erb_os->pause ();
    }
  return erb_ready (w);
}

/* Parks the process of w for at most `moment' ns.  A park that lasts longer by a time slice shows a
 * load as a late round of spinning does. */
static bool
stop_for_moment (struct erb_wait *w, int64_t moment)
{
  int64_t until = erb_os->now () + moment;
  bool woken = stop (w, moment);
  erb_spinning_note (&w->process->program->spinning, until, erb_os->now ());
  return woken;
}

/* Stage 3: dozes.  at_once: the caller has not spun.  Returns true if woken. */
static bool
take_a_nap (struct erb_wait *w, int64_t limit, bool at_once)
{
  erbium_program *p = w->process->program;
  int64_t doze = p->set.doze;
  w->enough = doze && w->need < ERBIUM_NEVER - w->view->doze_batch ? w->need + w->view->doze_batch
                                                                   : w->need;
  if (at_once && w->enough == w->need)
    doze *= doze_to_sleep;
  erb_wait_enter (w);
  if ((at_once ? is_there_soon (w) : erb_ready (w)) || !doze)
    return false;
  erbium_add (&p->awake, -1);
  doze = limit >= 0 && limit < doze ? limit : doze;
  bool woken = at_once ? stop (w, doze) : stop_for_moment (w, doze);
  count_as_awake (p);
  return woken;
}

/* The first part of stage 4: sleeps without the barrier.  The clock repairs a wake-up that is
 * missed, and in a network that flows few sleeps last longer.  With nobody awake nothing flows, so
 * it does not sleep.  Returns true if woken. */
static bool
sleep_a_while (struct erb_wait *w)
{
  erbium_program *p = w->process->program;
  bool woken = erbium_add (&p->awake, -1) > 0 && stop (w, doze_to_sleep * p->set.doze);
  count_as_awake (p);
  return woken;
}

/* Sleeps without a limit, and looks for deadlocks. */
static bool
sleep_for_ever (struct erb_wait *w)
{
  fall_asleep (w);
  bool woken = stop (w, suspicion);
  if (!woken)
    {
      erb_event_asleep (w->process->program, w->process, true);
      woken = stop (w, -1);
    }
  wake_up (w);
  return woken;
}

/* Stage 4: sleeps.  Returns true if woken. */
static bool
sleep_until_woken (struct erb_wait *w)
{
  if (!erb_wait_ask (w, w->need)) /* S2 */
    return true;
  if (erb_ready (w))
    return false;
  if (sleep_a_while (w))
    return true;
  erb_heavy_barrier (w->process->program);
  if (erb_ready_under_lock (w)) /* S3 */
    return false;
  return sleep_for_ever (w);
}

static bool
sleep_in_stages (struct erb_wait *w, int64_t limit, bool at_once)
{
  erb_wake_partners (w->process);
  bool woken = take_a_nap (w, limit, at_once), ready = erb_ready (w);
  if (at_once)
    learn_at_once (w);
  else
    learn (w->view, woken, ready);
  if (at_once && woken && w->view->doze_batch == 0 && w->since - w->process->went_on < short_turn)
    erb_join_partner (w);
  if (!woken && limit < 0 && !ready)
    woken = sleep_until_woken (w);
  if (!woken)
    erb_wait_leave (w);
  return erb_ready (w);
}

static bool
wait_in_stages (struct erb_wait *w, int64_t limit)
{
  struct erb_spinning *s = &w->process->program->spinning;
  int64_t start = erb_os->now (), spinning = w->process->program->set.spin, round = start;
  w->since = start;
  erb_note_processor (w->process);
  if (limit >= 0 && limit < spinning)
    spinning = limit;
  bool awake = erb_spinning_pays (s, start) && spin (w, &round, start + spinning);
  bool ready = awake || sleep_in_stages (w, limit, !erb_spinning_pays (s, start));
  int64_t end = erb_os->now ();
  if (awake)
    erb_spinning_note (s, round, end);
  w->process->went_on = end;
  erb_event_waited (w->view, end - start, !awake);
  return ready;
}

/* ---- Waiting ------------------------------------------------------------- */

/* Each member is set by itself, since GCC clears a structure of this size with `rep stos', which
 * takes 10 ns of the 160 of a turn. */
struct erb_wait
erb_wait_of (struct erb_view *v, enum erb_primitive p, enum erb_side side,
             erbium_index need, const char *where)
{
  struct erb_wait w;
  w.process = erb_self ();
  w.primitive = p;
  w.view = v;
  w.record = v->record;
  w.side = side;
  w.need = w.enough = need;
  w.seen = w.worth = 0;
  w.still = 0;
  w.only = 0;
  w.end_of = 0;
  w.where = where;
  w.since = 0;
  w.for_room = w.grown = w.queued = w.confirmed = false;
  w.next = w.remote_next = w.remote_previous = NULL;
  return w;
}

/* Takes the larger horizon, if any, that deadlock/grow.c has given the view.  The waiting stall
 * then looks again. */
static void
take_growth (struct erb_wait *w)
{
  struct erb_view *v = w->view;
  erbium_index to = erbium_load_acquire (&v->grow_to);
  w->grown = to > 0;
  if (to > v->horizon)
    v->horizon = to;
  erbium_store_relaxed (&v->grow_to, 0);
}

/* One place for each process is enough, since a process waits for one thing at a time. */
struct erb_wait *
erb_wait_shared (struct erb_wait *w)
{
  struct erb_wait *shown = w->process->shared_wait;
  if (!shown)
    return w;
  *shown = *w;
  return shown;
}

ERB_WAKES bool
erb_wait (struct erb_wait *w, int64_t limit)
{
  erb_not_while_faulting (w->primitive, w->where, "wait");
  bool ready = erb_ask_wait (w);
  if (!ready)
    {
      erb_start_pending (w->process->program);
      const struct erb_task_model *task = erb_task_of_wait (w->process);
      struct erb_wait *shown = erb_wait_shared (w);
      erb_event_wait_begins (w);
      ready = task->wait ? task->wait (shown, limit) : wait_in_stages (shown, limit);
      erb_event_wait_ends (w);
    }
  if (w->side == ERB_READ)
    take_growth (w);
  return ready;
}

bool
erb_wait_sleep (struct erb_wait *w)
{
  const struct erb_task_model *task = w->process->task;
  return task->sleep ? task->sleep (w) : sleep_for_ever (w);
}
