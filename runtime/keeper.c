/* SPDX-License-Identifier: MIT */
/* keeper.c - a thread that looks after the workers of a program.
 *
 * What no worker can see for itself because it is busy, asleep or stuck: that a
 * process holds it up, in the kernel or with a long computation, while others wait
 * (seat.c); that fibers wait for each other while others run.  The keeper sleeps as long as all
 * workers do, and else looks every few milliseconds.
 */
#include "worker.h"

static const int64_t period = 10000000;     /* ns between two looks */
static const int64_t suspicion = 100000000; /* ns asleep before a cycle of waits is
                                               looked for, if others run */
static const int64_t seldom = 2000000000;   /* ns between two looks at the balance, at most */
static const int64_t share = 50;            /* and at most a part of so many of time */

/* Who computes for so long has his worker taken from him. */
static const int64_t long_time = 100000000; /* ns */

struct erb_keeper
{
  pthread_t thread;
  bool runs;
  erbium_atomic32 word;    /* counts wake-ups */
  erbium_atomic32 asleep;  /* 1: until a worker is awake */
  erbium_atomic32 stop;
};

static void
look_for_cycles (erbium_program *p, int64_t *next)
{
  int64_t since = erb_os->now ();
  if (since < *next)
    return;
  erb_find_sleepers (p);
  int64_t now = erb_os->now (), pause = share * (now - since);
  *next = now + (pause > suspicion ? pause : suspicion);
}

/* A worker that has not switched since the last look, though others wait for it. */
static void
look_at_worker (struct erb_worker *w)
{
  int64_t switches = erbium_load_relaxed (&w->switches);
  const struct erb_seat *s = (struct erb_seat *) (intptr_t) erbium_load_acquire (&w->seat);
  bool still = switches == w->kept_switches && !erbium_load_acquire (&w->asleep);
  bool wanted = erbium_load_relaxed (&w->queued) > 0 || erbium_load_relaxed (&w->inbox) != 0;
  w->kept_switches = switches;
  if (!still || !wanted)
    {
      w->kept_time = 0;
      return;
    }
  int64_t time = erb_seat_time (s);
  if (w->kept_time == 0)
    w->kept_time = time;
  if (erb_seat_sleeps (s) || time - w->kept_time > long_time)
    {
      erb_seat_replace (w);
      w->kept_time = 0;
    }
}

/* ---- Balance ----------------------------------------------------------- */

/* What it is about: looking for idle workers, measuring, waiting until those who move
 * have moved, measuring what that has brought. */
enum stage { LOOKING, MEASURING, SETTLING, JUDGING };

struct balance
{
  enum stage stage;
  int64_t last;     /* ns, when idle times were read, or measuring began */
  int64_t next;     /* when to go on */
  int64_t pause;    /* between two looks: ever longer while nothing is to be gained */
  double rate;      /* bytes a ns before the move */
};

static const double loss = 0.97; /* of the rate before: less, and all move back */

enum { FEW = 4 }; /* switches between two looks */

/* Whether one worker has time and another has none. */
static bool
is_uneven (erbium_program *p, struct balance *b, int64_t now)
{
  double least = 1, most = 0;
  for (int k = 0; k < p->workers; k++)
    {
      struct erb_worker *w = &p->worker[k];
      int64_t idle = erbium_load_relaxed (&w->idle);
      int64_t switches = erbium_load_relaxed (&w->switches);
      double part = (double) (idle - w->kept_idle) / (double) (now - b->last);
      if (erbium_load_acquire (&w->asleep) && idle == w->kept_idle)
        part = 1; /* all the time: it is counted when it wakes up */
      w->kept_idle = idle;
      /* One that computes, or blocks, and whom nobody waits for: it has nobody to give away. */
      if (switches - w->judged_switches < FEW && erbium_load_relaxed (&w->queued) == 0)
        part = 1;
      w->judged_switches = switches;
      least = part < least ? part : least;
      most = part > most ? part : most;
    }
  b->last = now;
  return most > 0.5 && least < 0.25;
}

static void
forget_idle (erbium_program *p, struct balance *b, int64_t now)
{
  b->last = now;
  for (int k = 0; k < p->workers; k++)
    p->worker[k].kept_idle = erbium_load_relaxed (&p->worker[k].idle);
}

static void
not_again_soon (struct balance *b)
{
  b->pause = b->pause < seldom ? 2 * b->pause : b->pause;
}

static void
look_at_balance (erbium_program *p, struct balance *b)
{
  int64_t now = erb_os->now ();
  double bytes, time = (double) (now - b->last);
  if (p->workers < 2 || p->set.place != ERB_PLACE_LOAD || now < b->next)
    return;
  b->next = now + period;
  switch (b->stage)
    {
    case LOOKING:
      b->next = now + b->pause;
      if (!is_uneven (p, b, now))
        break;
      erb_balance_measure (p);
      b->stage = MEASURING;
      b->next = now + period;
      break;
    case MEASURING:
      b->stage = erb_balance (p, &bytes) ? SETTLING : LOOKING;
      b->rate = bytes / time;
      if (b->stage == LOOKING)
        not_again_soon (b);
      forget_idle (p, b, now);
      break;
    case SETTLING:
      erb_balance_measure (p);
      b->last = now;
      b->stage = JUDGING;
      break;
    case JUDGING:
      if (erb_balance_flow (p) / time < loss * b->rate)
        {
          erb_balance_undo (p);
          not_again_soon (b);
          not_again_soon (b);
        }
      b->stage = LOOKING;
      b->next = now + b->pause;
      forget_idle (p, b, now);
    }
}

static bool
anybody_awake (const erbium_program *p)
{
  return erbium_load_relaxed (&p->awake) > 0;
}

/* Every worker sleeps: so may the keeper.  One that wakes up looks at asleep after
 * it has counted itself as awake (read-modify-writes both). */
static void
sleep_as_well (erbium_program *p, struct erb_keeper *k, int32_t word)
{
  erbium_cas (&k->asleep, 0, 1);
  if (!anybody_awake (p))
    erb_os->sleep (&k->word, word, -1);
  erbium_store_relaxed (&k->asleep, 0);
}

static void *
keep (void *argument)
{
  erbium_program *p = argument;
  struct erb_keeper *k = p->keeper;
  int64_t next = erb_os->now () + suspicion;
  struct balance balance = { .last = erb_os->now (), .pause = period };
  for (;;)
    {
      int32_t word = erbium_load_acquire (&k->word);
      if (erbium_load_acquire (&k->stop))
        return NULL;
      if (anybody_awake (p))
        erb_os->sleep (&k->word, word, period);
      else
        sleep_as_well (p, k, word);
      for (int n = 0; n < p->workers; n++)
        look_at_worker (&p->worker[n]);
      look_for_cycles (p, &next);
      look_at_balance (p, &balance);
    }
}

static void
wake (struct erb_keeper *k)
{
  erbium_add (&k->word, 1);
  erb_os->wake (&k->word);
}

void
erb_keeper_wake (erbium_program *p)
{
  if (p->keeper && erbium_load_acquire (&p->keeper->asleep)
      && erbium_cas (&p->keeper->asleep, 1, 0))
    wake (p->keeper);
}

bool
erb_keeper_new (erbium_program *p)
{
  if (!p->keeper)
    p->keeper = calloc (1, sizeof *p->keeper);
  return p->keeper != NULL;
}

/* Returns 0, or an error number: without its thread a process that blocks could hold up
 * others for ever. */
int
erb_keeper_start (erbium_program *p)
{
  int error = pthread_create (&p->keeper->thread, NULL, keep, p);
  p->keeper->runs = error == 0;
  return error;
}

/* May be called by many. */
void
erb_keeper_go (erbium_program *p)
{
  if (!p->keeper)
    return;
  erbium_store_release (&p->keeper->stop, 1); /* keep */
  wake (p->keeper);
}

void
erb_keeper_join (erbium_program *p)
{
  erb_keeper_go (p);
  if (p->keeper && p->keeper->runs)
    pthread_join (p->keeper->thread, NULL);
}

/* No worker wakes it any more. */
void
erb_keeper_free (erbium_program *p)
{
  free (p->keeper);
  p->keeper = NULL;
}
