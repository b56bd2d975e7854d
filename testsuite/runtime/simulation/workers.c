/* SPDX-License-Identifier: MIT */
/* workers.c - the queues of fibers with many workers, in simulated time.
 *
 * The code that queues, offers, gives and seizes processes, what an idle worker does and what the
 * monitor does are those of the library.  What processes compute, what a move costs and how long a
 * wake-up takes is modelled.  Each worker is a fiber with a clock, and the one whose clock is behind
 * all others goes on.  So a machine of two processors can show how the time of a program grows with
 * its processes and with 16, 64 and 256 workers.
 *
 *   workers WORKLOAD WORKERS PROCESSES
 *   workers table
 *
 *   long    independent processes of 10 turns of 20 to 80 us each, all ready on one worker at first
 *   uneven  the same, but one process in 16 has turns 20 times as long
 *   short   independent processes of 500 turns of 1 us each
 *   serve   one process makes another ready every 2 us, which runs for as long as keeps half of the
 *           workers busy
 *   parents a process on each of half the workers computes for 1 ms, makes another ready, and like
 *           that one computes for 10 ms; a worker that has just become idle is the only one that
 *           searches then, and the others sleep
 *
 * Prints the time, the part of the workers' time that was spent on turns until the last process has
 * ended, and the moves.  `table' prints the table of docs/internals/many-workers.md. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t long 16 800 | FileCheck --check-prefix=LONG %s
// RUN: %timed %t long 64 3200 | FileCheck --check-prefix=LONG %s
// RUN: %timed %t long 256 12800 | FileCheck --check-prefix=LONG %s
// RUN: %timed %t uneven 16 1600 | FileCheck --check-prefix=UNEVEN %s
// RUN: %timed %t uneven 64 6400 | FileCheck --check-prefix=UNEVEN %s
// RUN: %timed %t uneven 256 25600 | FileCheck --check-prefix=UNEVEN %s
// RUN: %timed %t short 16 800 | FileCheck --check-prefix=SHORT %s
// RUN: %timed %t short 64 3200 | FileCheck --check-prefix=SHORT %s
// RUN: %timed %t short 256 12800 | FileCheck --check-prefix=SHORT %s
// RUN: %timed %t serve 16 5000 | FileCheck --check-prefix=SERVE %s
// RUN: %timed %t serve 64 20000 | FileCheck --check-prefix=SERVE %s
// RUN: %timed %t serve 256 80000 | FileCheck --check-prefix=SERVE %s
// RUN: %timed %t parents 8 9 | FileCheck --check-prefix=PARENTS %s
// RUN: %timed %t parents 16 17 | FileCheck --check-prefix=PARENTS %s
// RUN: %t table > %t.table
// RUN: grep '^|' %root/docs/internals/many-workers.md | diff - %t.table
// LONG: efficiency 0.{{9[5-9]}}
// UNEVEN: efficiency 0.{{89|9}}
// SHORT: efficiency 0.{{89|9}}
// SERVE: efficiency 0.{{49|5}}
// PARENTS: 11.{{[0-2][0-9]*}} ms
#include "fiber/run_queue.c"
#include "fiber/inbox.c"
#include "fiber/os_thread.c"
#include "fiber/move_cost.c"
#include "fiber/steal.c"
#include "fiber/worker_idle.c"
#include "fiber/monitor.c"
#include "test.h"

enum { MOST = 256, MONITOR = MOST, MAIN = MOST + 1 };

/* ns: a poll of a worker that searches, and of that a look at each other worker; from a wake-up until
 * the sleeper runs; that a wake-up takes the waker; that a switch takes. */
static const int64_t poll = 40, look = 5, wakes = 30000, waking = 2000, switches = 60;

struct job
{
  struct erb_process p; /* comes first */
  int turns;
  int64_t turn;
  const struct erb_worker *last;
  struct job *child; /* that it makes ready, or NULL */
};

static erbium_program program;
static struct erb_worker worker[MOST];
static struct erb_os_thread thread[MOST];
static struct erb_fiber fiber[MOST + 2];      /* of the workers, the monitor and main */
static int64_t at[MOST + 1];                  /* their clocks */
static erbium_atomic32 *sleeps_on[MOST + 1];
static struct job *job;
static int workers, jobs, ended, begun, self = MAIN;
static int64_t worked, end;
static bool serves;

/* ---- The system ------------------------------------------------------------------------- */

static void
go_to (int next)
{
  int last = self;
  self = next;
  erb_fiber_switch (&fiber[last], &fiber[next]);
}

/* Lets the one go on whose clock is behind all others. */
static void
let_others_on (void)
{
  int next = MONITOR;
  for (int k = 0; k < workers; k++)
    next = at[k] < at[next] ? k : next;
  expect (at[next] < INT64_MAX); /* all sleep */
  if (next != self)
    go_to (next);
}

static void
spend (int64_t time)
{
  at[self] += time;
  let_others_on ();
}

static int64_t now (void) { return at[self == MAIN ? 0 : self]; }
static void no_barrier (void) { }
static void pause_spinning (void) { spend (poll + look * (workers - 1)); }

static int
sleep_on (erbium_atomic32 *word, int32_t expected, int64_t timeout)
{
  if (erbium_load_relaxed (word) != expected)
    return 0;
  sleeps_on[self] = word;
  at[self] = timeout < 0 ? INT64_MAX : at[self] + timeout;
  let_others_on ();
  sleeps_on[self] = NULL;
  return 0;
}

static void
wake_sleepers (erbium_atomic32 *word)
{
  for (int k = 0; k <= MONITOR; k++)
    if (sleeps_on[k] == word)
      {
        int64_t since = now () + wakes;
        at[k] = since < at[k] ? since : at[k];
        sleeps_on[k] = NULL;
      }
  at[self] += waking;
}

/* ---- Workers ------------------------------------------------------------------------------ */

static void
make_job_ready (struct erb_worker *w, struct job *j)
{
  j->p.parked = true;
  erb_worker_make_ready (w, &j->p, true);
  if (w->running)
    erb_worker_share (w);
}

/* The process of w computes.  Meanwhile the thread may be kept from its queues, as it may be in the
 * library between two calls. */
static void
compute (struct erb_worker *w, int64_t time)
{
  erbium_store_relaxed (&thread[w->number].local.inside, 0);
  spend (time);
  erbium_store_relaxed (&thread[w->number].local.inside, 1);
}

/* What the process of w, whose turn is over, does. */
static void
end_turn (struct erb_worker *w, struct job *j)
{
  if (--j->turns > 0)
    {
      j->p.woken = true;
      erb_worker_put_back (w, &j->p);
    }
  else if (++ended == jobs)
    {
      end = now ();
      go_to (MAIN);
    }
}

/* A process on a worker where it has not run before brings its data.  The one that serves does not
 * stop when it makes another ready. */
static void
take_turn (struct erb_worker *w, struct job *j)
{
  bool moved = j->last && j->last != w;
  j->last = w;
  w->running = &j->p;
  erb_worker_count (&w->switches, 1);
  erb_worker_share (w);
  compute (w, switches + j->turn + (moved ? LINES * usual_distance : 0));
  worked += j->turn;
  if (j->child)
    {
      erbium_store_relaxed (&j->child->p.worker, (int64_t) (intptr_t) w);
      make_job_ready (w, j->child);
      compute (w, j->child->turn);
      worked += j->child->turn;
    }
  for (; serves && j == &job[0] && begun < jobs; worked += j->turn)
    {
      make_job_ready (w, &job[begun++]);
      compute (w, j->turn);
    }
  end_turn (w, j);
  w->running = NULL;
}

static void
work (void *argument)
{
  struct erb_worker *w = argument;
  for (;;)
    {
      struct erb_process *p = erb_worker_next_ready (w);
      if (p)
        take_turn (w, (struct job *) p);
      else
        erb_worker_idle (w);
    }
}

static void
watch_workers (void *nothing)
{
  (void) nothing;
  keep (&program);
}

/* ---- Workloads ---------------------------------------------------------------------------- */

/* No thread counts as the last one awake, and none looks for a processor. */
static void
make_workers (void)
{
  static struct erb_monitor monitor;
  memset (worker, 0, sizeof worker);
  memset (thread, 0, sizeof thread);
  memset (at, 0, sizeof at);
  memset (sleeps_on, 0, sizeof sleeps_on);
  program = (erbium_program) { .workers = workers, .worker = worker, .monitor = &monitor,
                               .processors = workers + 1 };
  program.set.pin = ERB_PIN_COMPACT;
  program.set.spin = 50000;
  program.set.place = ERB_PLACE_LOAD;
  erbium_store_relaxed (&program.awake, workers + 1);
  erb_lock_init (&program.lock);
  for (int k = 0; k < workers; k++)
    {
      worker[k].program = &program;
      worker[k].number = k;
      worker[k].peers = workers;
      at[k] = 1; /* 0 would be no time */
      thread[k].worker = &worker[k];
      thread[k].program = &program;
      erbium_store_relaxed (&thread[k].local.inside, 1);
      erbium_store_relaxed (&worker[k].thread, (int64_t) (intptr_t) &thread[k]);
      expect (erb_fiber_new (&fiber[k], 0, work, &worker[k]) == 0);
    }
  at[MONITOR] = 1;
  expect (erb_fiber_new (&fiber[MONITOR], 0, watch_workers, NULL) == 0);
}

/* A linear congruential generator, that of Knuth's MMIX. */
static uint64_t
random_bits (uint64_t *state)
{
  *state = *state * 6364136223846793005 + 1442695040888963407;
  return *state >> 33;
}

static void
make_job (struct job *j, int worker_of_it, int64_t turn)
{
  *j = (struct job) { .p = { .program = &program }, .turns = 1, .turn = turn };
  erbium_store_relaxed (&j->p.worker, (int64_t) (intptr_t) &worker[worker_of_it]);
}

static void
make_parents (void)
{
  int parents = (jobs - 1) / 2;
  job = calloc ((size_t) jobs, sizeof *job);
  for (int k = 0; k <= parents; k++)
    {
      make_job (&job[k], k, k < parents ? 1000000 : 980000);
      erbium_store_relaxed (&worker[k].turn, job[k].turn);
      make_job_ready (&worker[k], &job[k]);
    }
  for (int k = 0; k < parents; k++)
    {
      job[k].child = &job[parents + 1 + k];
      make_job (job[k].child, k, 10000000);
    }
}

static void
make_jobs (const char *workload)
{
  uint64_t state = 1;
  serves = strcmp (workload, "serve") == 0;
  job = calloc ((size_t) jobs, sizeof *job);
  for (int k = 0; k < jobs; k++)
    {
      int64_t usual = 20000 + (int64_t) (random_bits (&state) % 60000);
      job[k] = (struct job) { .p = { .program = &program }, .turns = 10, .turn = usual };
      if (strcmp (workload, "uneven") == 0 && k % 16 == 0)
        job[k].turn *= 20;
      else if (strcmp (workload, "short") == 0)
        job[k].turns = 500, job[k].turn = 1000;
      else if (serves)
        job[k].turns = 1, job[k].turn = 2000 * workers / 2;
      erbium_store_relaxed (&job[k].p.worker, (int64_t) (intptr_t) &worker[0]);
    }
  if (serves)
    job[0].turn = 2000;
  for (begun = 0; begun < (serves ? 1 : jobs); begun++)
    make_job_ready (&worker[0], &job[begun]);
}

/* ---- Runs ---------------------------------------------------------------------------------- */

struct result { double time, efficiency, moves; };

static struct result
simulate (const char *workload, int n, int processes)
{
  int64_t moved = 0;
  workers = n;
  jobs = processes;
  ended = 0;
  worked = 0;
  make_workers ();
  serves = false;
  if (strcmp (workload, "parents") == 0)
    make_parents ();
  else
    make_jobs (workload);
  go_to (0);
  for (int k = 0; k < n; k++)
    {
      moved += erbium_load_relaxed (&worker[k].moved);
      erb_fiber_free (&fiber[k]);
    }
  erb_fiber_free (&fiber[MONITOR]);
  free (job);
  return (struct result) { (double) end / 1e6, (double) worked / (double) end / n,
                           (double) moved / processes };
}

static void
print_table (void)
{
  static const char *const loads[] = { "long", "uneven", "short", "serve" };
  printf ("| workload | processes for each worker | 1 | 2 | 4 | 16 | 64 | 256 |\n"
          "|---|---|---|---|---|---|---|---|\n");
  for (int l = 0; l < 4; l++)
    for (int each = 1; each <= 100; each *= 10)
      {
        printf ("| %s | %d |", loads[l], each);
        for (int n = 1; n <= MOST; n *= n < 4 ? 2 : 4)
          if (n != 8)
            printf (" %.2f |", simulate (loads[l], n, each * n).efficiency);
        printf ("\n");
        fflush (stdout);
      }
}

int
main (int count, char **argument)
{
  struct erb_os os = *erb_os;
  os.now = now;
  os.processor_time = now;
  os.pause = os.yield = pause_spinning;
  os.sleep = sleep_on;
  os.wake = wake_sleepers;
  os.heavy_barrier = no_barrier;
  erb_os = &os;
  erb_fiber_of_thread (&fiber[MAIN]);
  if (count == 2 && strcmp (argument[1], "table") == 0)
    {
      print_table ();
      return 0;
    }
  expect (count == 4);
  int n = atoi (argument[2]), processes = atoi (argument[3]);
  expect (n > 0 && n <= MOST && processes > 0);
  struct result r = simulate (argument[1], n, processes);
  printf ("%s: %d workers, %d processes: %.3f ms, efficiency %.3f, %.2f moves each\n", argument[1],
          n, processes, r.time, r.efficiency, r.moves);
}
