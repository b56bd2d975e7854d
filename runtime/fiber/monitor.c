/* SPDX-License-Identifier: MIT */
/* monitor.c - a thread that looks after the workers of a program.
 *
 * It sees what no worker can see for itself because it is busy, asleep or stuck: that a process
 * holds a worker up, in the kernel or with a long computation, while others wait (os_thread.c);
 * that fibers wait for each other while others run.  The monitor looks every few milliseconds, and
 * sleeps as long as everybody does.  It also sleeps when all workers have slept for a while: then
 * those that are awake wait in the kernel, or compute, and hold nobody up.
 */
#include "fiber/worker.h"

static const int64_t period = 10000000;     /* ns between two looks, */
static const int64_t short_period = 1000000; /* and while a worker sleeps and another does not: */
enum { ALL_BUSY = 32 }; /* looks at which none sleeps, before the period becomes longer */
static const int64_t suspicion = 100000000; /* ns asleep before a cycle of waits is
                                               looked for, if others run */
static const int64_t quiet = 1000000000;    /* ns that all workers have slept when it sleeps too, */
static const int64_t nap = 10000000000;     /* and for how long, if nobody wakes it */
/* It looks for cycles in one part in `share' of the time. */
static const int64_t share = 50;

/* A process that computes for longer than this loses its worker. */
static const int64_t long_time = 100000000; /* ns */

struct erb_monitor
{
  pthread_t thread;
  bool runs;
  erbium_atomic32 word;    /* counts wake-ups */
  erbium_atomic32 stop;
};

static void
search_for_cycles (erbium_program *p, int64_t *next)
{
  int64_t since = erb_os->now ();
  if (since < *next)
    return;
  erb_event_sleepers (p);
  int64_t now = erb_os->now (), pause = share * (now - since);
  *next = now + (pause > suspicion ? pause : suspicion);
}

static bool
has_ready (const struct erb_worker *w)
{
  return erbium_load_relaxed (&w->queued) > 0 || erbium_load_relaxed (&w->inbox) != 0
         || erbium_load_relaxed (&w->offer) != 0;
}

/* Returns whether fibers wait for w to serve them: those that are ready, and those whose waits only
 * w can end. */
static bool
is_wanted (const struct erb_worker *w)
{
  return has_ready (w) || erbium_load_relaxed (&w->unsettled) > 0;
}

/* Returns whether a worker sleeps while another is awake, or did at one of the last looks. */
static bool
one_sleeps (const erbium_program *p, int *busy)
{
  int64_t asleep = 0;
  for (int k = 0; k < p->workers; k++)
    asleep += erbium_load_acquire (&p->worker[k].asleep) != 0;
  *busy = asleep > 0 ? 0 : *busy + (*busy < ALL_BUSY);
  return asleep < p->workers && *busy < ALL_BUSY;
}

/* Wakes a worker that sleeps if w has processes for it: a worker that makes one ready may just miss
 * one that falls asleep.  Where w has not switched since the last look, what it computes takes
 * long, whatever its last turns took, and others may seize what waits.  The time since that look
 * counts as missed for each worker that sleeps. */
static ERB_WAKES void
wake_for (struct erb_worker *w, int64_t elapsed)
{
  erbium_program *p = w->program;
  int64_t switches = erbium_load_relaxed (&w->switches);
  bool still = switches == w->seen_still;
  w->seen_still = switches;
  if (erbium_load_acquire (&w->asleep) || !has_ready (w))
    return;
  if (still && erbium_load_relaxed (&w->turn) < short_period)
    erbium_store_relaxed (&w->turn, short_period);
  bool woken = false;
  for (int k = 0; k < p->workers; k++)
    {
      struct erb_worker *other = &p->worker[k];
      if (!erbium_load_acquire (&other->asleep))
        continue;
      erbium_add (&other->missed, elapsed);
      if (!woken && erb_worker_work_elsewhere (other))
        {
          erb_worker_wake (other);
          woken = true;
        }
    }
}

/* Replaces the thread of a worker that has not switched since the last look, though others wait for
 * it.  A worker that has switched is asked to look at the clock: 64 switches may take long, and a
 * process that gets all it asks for makes none. */
static void
check_worker (struct erb_worker *w)
{
  int64_t switches = erbium_load_relaxed (&w->switches);
  const struct erb_os_thread *s =
    (struct erb_os_thread *)(intptr_t)erbium_load_acquire (&w->thread);
  bool still = switches == w->monitor_switches && !erbium_load_acquire (&w->asleep);
  w->monitor_switches = switches;
  bool wanted = !erbium_load_acquire (&w->asleep) && is_wanted (w);
  if (wanted)
    erbium_store_relaxed (&w->asked, 1);
  if (!still || !wanted)
    {
      w->monitor_time = 0;
      return;
    }
  int64_t time = erb_os_thread_time (s);
  if (w->monitor_time == 0)
    w->monitor_time = time;
  if (erb_os_thread_sleeps (s) || time - w->monitor_time > long_time)
    {
      erb_os_thread_replace (w);
      w->monitor_time = 0;
    }
}

/* Looks at all workers, and once in a period at those held up. */
static void
check_workers (erbium_program *p, int64_t *last, int64_t *last_look)
{
  int64_t now = erb_os->now (), elapsed = now - *last_look;
  bool all = now - *last >= period;
  *last = all ? now : *last;
  *last_look = now;
  for (int k = 0; k < p->workers; k++)
    {
      if (all)
        check_worker (&p->worker[k]);
      wake_for (&p->worker[k], elapsed);
    }
}

static bool
anybody_awake (const erbium_program *p)
{
  return erbium_load_seq_cst (&p->awake) > 0;
}

static bool
any_worker_awake (const erbium_program *p)
{
  for (int k = 0; k < p->workers; k++)
    if (!erbium_load_acquire (&p->worker[k].asleep))
      return true;
  return false;
}

/* Sleeps while every worker sleeps, and every process that is a kernel thread.  A thread that wakes
 * up counts itself as awake, then reads monitor_asleep; the monitor sets that, then reads the
 * count.  Both stores are read-modify-writes, both loads seq_cst.  Where only the workers are
 * asked, the clock repairs what is missed: a worker clears asleep by a plain store. */
static void
sleep_as_well (erbium_program *p, struct erb_monitor *k, int32_t word, bool workers)
{
  erbium_cas (&p->monitor_asleep, 0, 1);
  if (workers ? !any_worker_awake (p) : !anybody_awake (p))
    erb_os->sleep (&k->word, word, workers ? nap : -1);
  erbium_store_relaxed (&p->monitor_asleep, 0);
}

/* The time since which all workers sleep, and the number of their sleeps.  A worker that has woken
 * up between two looks may have left a cycle of waits behind, so a new sleep begins a new time. */
struct rest { int64_t since, sleeps; };

/* Returns whether all workers have slept for long. */
static bool
have_been_quiet (const erbium_program *p, struct rest *r)
{
  int64_t now = erb_os->now (), sleeps = 0;
  for (int k = 0; k < p->workers; k++)
    sleeps += erbium_load_relaxed (&p->worker[k].sleeps);
  if (sleeps != r->sleeps || any_worker_awake (p))
    *r = (struct rest) { now, sleeps };
  return now - r->since > quiet;
}

static void *
keep (void *argument)
{
  erbium_program *p = argument;
  struct erb_monitor *k = p->monitor;
  erb_kernel_name_thread ("erbium/monitor");
  int64_t next = erb_os->now () + suspicion;
  int64_t kept = erb_os->now (), looked = kept;
  struct rest rest = { kept, 0 };
  int busy = 0;
  for (;;)
    {
      int32_t word = erbium_load_acquire (&k->word);
      if (erbium_load_acquire (&k->stop))
        return NULL;
      if (!anybody_awake (p))
        sleep_as_well (p, k, word, false);
      else if (have_been_quiet (p, &rest))
        sleep_as_well (p, k, word, true);
      else
        erb_os->sleep (&k->word, word, one_sleeps (p, &busy) ? short_period : period);
      check_workers (p, &kept, &looked);
      search_for_cycles (p, &next);
    }
}

static void
wake (struct erb_monitor *k)
{
  erbium_add (&k->word, 1);
  erb_os->wake (&k->word);
}

ERB_WAKES void
erb_monitor_wake (erbium_program *p)
{
  if (erbium_load_seq_cst (&p->monitor_asleep) && erbium_cas (&p->monitor_asleep, 1, 0))
    wake (p->monitor);
}

bool
erb_monitor_new (erbium_program *p)
{
  if (!p->monitor)
    p->monitor = calloc (1, sizeof *p->monitor);
  return p->monitor != NULL;
}

/* Starts the monitor; returns 0 or an error number.  Without the monitor a process that blocks
 * could hold up others for ever. */
int
erb_monitor_start (erbium_program *p)
{
  erbium_store_relaxed (&p->monitor->stop, 0);
  int error = pthread_create (&p->monitor->thread, NULL, keep, p);
  p->monitor->runs = error == 0;
  return error;
}

/* Tells the monitor to end.  May be called by several threads. */
void
erb_monitor_go (erbium_program *p)
{
  if (!p->monitor)
    return;
  erbium_store_release (&p->monitor->stop, 1); /* keep */
  wake (p->monitor);
}

void
erb_monitor_join (erbium_program *p)
{
  struct erb_monitor *k = p->monitor;
  erb_monitor_go (p);
  if (k && k->runs)
    pthread_join (k->thread, NULL);
  if (k)
    k->runs = false;
}

/* Frees the monitor, which no worker wakes any more. */
void
erb_monitor_free (erbium_program *p)
{
  free (p->monitor);
  p->monitor = NULL;
}
