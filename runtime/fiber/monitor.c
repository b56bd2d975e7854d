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

static const int64_t period = 10000000;     /* ns between two looks */
static const int64_t suspicion = 100000000; /* ns asleep before a cycle of waits is
                                               looked for, if others run */
static const int64_t quiet = 1000000000;    /* ns that all workers have slept when it sleeps too, */
static const int64_t nap = 10000000000;     /* and for how long, if nobody wakes it */
static const int64_t seldom = 2000000000;   /* ns between two looks at the balance, at most */
static const int64_t share = 50;            /* and at most one part in `share' of the time */

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

/* Returns whether fibers wait for w to serve them: those that are ready, and those whose waits only
 * w can end. */
static bool
is_wanted (const struct erb_worker *w)
{
  return erbium_load_relaxed (&w->queued) > 0 || erbium_load_relaxed (&w->inbox) != 0
         || erbium_load_relaxed (&w->unsettled) > 0;
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

static void
check_workers (erbium_program *p, int64_t *last)
{
  int64_t now = erb_os->now ();
  if (now - *last < period)
    return;
  *last = now;
  for (int k = 0; k < p->workers; k++)
    check_worker (&p->worker[k]);
}

/* ---- Balance ----------------------------------------------------------- */

/* Looking for idle workers, measuring, waiting until those that move have moved, measuring what
 * that has brought. */
enum stage { LOOKING, MEASURING, SETTLING, JUDGING };

struct balance
{
  enum stage stage;
  enum erb_plan plan;
  int64_t last;     /* ns, when idle times were read, or measuring began */
  int64_t switches; /* of all workers until then */
  int64_t next;     /* when to go on */
  int64_t step;     /* ns that a stage takes; at first little, since a program may be short */
  int64_t pause;    /* between two looks: ever longer while nothing is gained */
  double rate;      /* bytes a ns before the move */
};

static const int64_t first_step = 2000000; /* ns */
static const double loss = 0.97; /* of the rate before; if less flows, all move back */
static const double uneven = 0.2; /* of its time, that one worker is idle more than another */
static const double spare = 1.25; /* times what all work takes: room for it, and for more */

enum { FEW = 4 }; /* switches between two looks */

/* What a process does is seen when it switches.  So a stage takes until each process has had some
 * turns, or all together many, however long they compute between two of them; but not for ever. */
enum { TURNS = 4, ALL_TURNS = 64 };
static const int64_t longest_stage = 500000000; /* ns */

static int64_t
all_switches (const erbium_program *p)
{
  int64_t sum = 0;
  for (int k = 0; k < p->workers; k++)
    sum += erbium_load_relaxed (&p->worker[k].switches);
  return sum;
}

static void
begin_stage (const erbium_program *p, struct balance *b, int64_t now)
{
  b->last = now;
  b->switches = all_switches (p);
}

static bool
had_turns (erbium_program *p, const struct balance *b, int64_t now)
{
  int64_t processes = erb_balance_processes (p);
  int64_t wanted = TURNS * processes < ALL_TURNS ? TURNS * processes : ALL_TURNS;
  return all_switches (p) - b->switches >= wanted || now - b->last >= longest_stage;
}

/* Returns the part of the time since the last look during which w was idle. */
static double
idle_part (struct erb_worker *w, const struct balance *b, int64_t now)
{
  int64_t idle = erbium_load_relaxed (&w->idle);
  int64_t switches = erbium_load_relaxed (&w->switches);
  int64_t since = erbium_load_relaxed (&w->idle_since);
  int64_t begun = since ? now - since : 0; /* it is counted when it ends */
  int64_t known = idle + begun - w->monitor_idle - w->monitor_begun;
  w->monitor_begun = begun;
  w->monitor_idle = idle;
  /* A worker that computes, or blocks, and for which nobody waits: it has nothing to give away. */
  bool alone = switches - w->judged_switches < FEW && erbium_load_relaxed (&w->queued) == 0;
  w->judged_switches = switches;
  double part = (double) known / (double) (now - b->last);
  return alone || part > 1 ? 1 : part < 0 ? 0 : part;
}

/* Returns the plan that the idle times call for.  If some workers have time and others have none,
 * that is to spread the processes anew.  If all have time, so that fewer workers would do, it is to
 * gather them: they wait for each other, or there is little to do. */
static enum erb_plan
what_is_called_for (erbium_program *p, struct balance *b, int64_t now)
{
  double least = 1, most = 0, work = 0, used = 0;
  for (int k = 0; k < p->workers; k++)
    {
      double part = idle_part (&p->worker[k], b, now);
      least = part < least ? part : least;
      most = part > most ? part : most;
      work += 1 - part;
      used += part < 1;
    }
  begin_stage (p, b, now);
  if (most - least > uneven)
    return ERB_PLAN_SPREAD;
  return work > 0 && work * spare <= used - 1 ? ERB_PLAN_GATHER : ERB_PLAN_NONE;
}

static void
forget_idle (erbium_program *p, struct balance *b, int64_t now)
{
  for (int k = 0; k < p->workers; k++)
    idle_part (&p->worker[k], b, now);
  begin_stage (p, b, now);
}

static void
not_again_soon (struct balance *b)
{
  b->pause = b->pause < seldom ? 2 * b->pause : b->pause;
}

/* Lengthens the steps, when a stage has brought something to judge, or nothing at all: the program
 * is not so short as to need short steps. */
static void
take_longer_steps (struct balance *b)
{
  b->step = 2 * b->step < period ? 2 * b->step : period;
}

static void
judge (erbium_program *p, struct balance *b, double rate)
{
  if (rate >= loss * b->rate)
    return;
  erb_balance_undo (p);
  not_again_soon (b);
  not_again_soon (b);
}

/* Returns whether there was time to see something.  The more processes there are, the longer it
 * takes until each has had its turn, and until all that move have moved.  A step is at least as
 * long as that. */
static bool
had_time (erbium_program *p, struct balance *b, int64_t now)
{
  int64_t turn = erb_balance_turn (p);
  b->step = b->step > turn ? b->step : turn;
  b->pause = b->pause > b->step ? b->pause : b->step;
  b->next = b->last + b->step;
  return now >= b->next;
}

static void
check_balance (erbium_program *p, struct balance *b)
{
  int64_t now = erb_os->now ();
  double bytes, time = (double) (now - b->last);
  if (p->workers < 2 || p->set.place != ERB_PLACE_LOAD || now < b->next)
    return;
  b->next = now + b->step;
  if (b->stage != SETTLING && !had_turns (p, b, now))
    return;
  switch (b->stage)
    {
    case LOOKING:
      if (!had_time (p, b, now))
        break;
      b->next = now + b->pause;
      b->plan = what_is_called_for (p, b, now);
      if (b->plan == ERB_PLAN_NONE)
        {
          take_longer_steps (b);
          break;
        }
      erb_balance_measure (p);
      b->stage = MEASURING;
      b->next = now + b->step;
      break;
    case MEASURING:
      if (now - b->last < period && !erb_balance_knows_all (p))
        break;
      b->stage = erb_balance (p, b->plan, &bytes) ? SETTLING : LOOKING;
      b->rate = bytes / time;
      if (b->stage == LOOKING)
        not_again_soon (b);
      forget_idle (p, b, now);
      break;
    case SETTLING:
      erb_balance_measure (p);
      begin_stage (p, b, now);
      b->stage = JUDGING;
      break;
    case JUDGING:
      judge (p, b, erb_balance_flow (p) / time);
      b->stage = LOOKING;
      take_longer_steps (b);
      b->next = now + b->pause;
      forget_idle (p, b, now);
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
  int64_t kept = erb_os->now ();
  struct rest rest = { kept, 0 };
  struct balance balance = { .last = kept, .step = first_step, .pause = first_step };
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
        erb_os->sleep (&k->word, word, balance.step < period ? balance.step : period);
      check_workers (p, &kept);
      search_for_cycles (p, &next);
      check_balance (p, &balance);
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
