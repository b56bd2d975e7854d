/* SPDX-License-Identifier: MIT */
/* workers.c - the queues of fibers with many workers, in simulated time.
 *
 * The code that queues, offers, gives and seizes processes is that of the library.  What processes
 * compute, what a move costs and how long a wake-up takes is modelled: the worker whose clock is
 * behind all others makes the next step.  So a machine of two processors can show how the time of a
 * program grows with its processes and with 16, 64 and 256 workers.
 *
 *   workers WORKLOAD WORKERS PROCESSES
 *
 *   long    independent processes of 10 turns of 20 to 80 us each, all ready on one worker at first
 *   uneven  the same, but one process in 16 has turns 20 times as long
 *   short   independent processes of 500 turns of 1 us each
 *   serve   one process makes another ready every 2 us, which runs for as long as keeps half of the
 *           workers busy
 *
 * Prints the time, the part of the workers' time that was spent on turns until the last process has
 * ended, and the moves. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t long 16 800 | FileCheck --check-prefix=LONG %s
// RUN: %timed %t long 64 3200 | FileCheck --check-prefix=LONG %s
// RUN: %timed %t long 256 12800 | FileCheck --check-prefix=LONG %s
// RUN: %timed %t uneven 64 6400 | FileCheck --check-prefix=LONG %s
// RUN: %timed %t short 16 800 | FileCheck --check-prefix=SHORT %s
// RUN: %timed %t short 64 3200 | FileCheck --check-prefix=SHORT %s
// RUN: %timed %t serve 16 5000 | FileCheck --check-prefix=SERVE %s
// RUN: %timed %t serve 64 20000 | FileCheck --check-prefix=WIDE %s
// LONG: efficiency 0.9
// SHORT: efficiency 0.{{8|9}}
// SERVE: efficiency 0.5
// WIDE: efficiency 0.{{1[5-9]|[2-9]}}
#include "fiber/run_queue.c"
#include "fiber/inbox.c"
#include "fiber/os_thread.c"
#include "fiber/move_cost.c"
#include "fiber/steal.c"
#include "test.h"

enum { MOST = 256 };

/* ns: between two looks of a worker that searches; of a look at all others, for each; that it
 * spins; from a wake-up until it runs; that a switch and a move take. */
static const int64_t look = 200, each = 5, spins = 50000, wakes = 30000, switches = 60;

struct job
{
  struct erb_process p; /* comes first */
  int turns;
  int64_t turn;
};

static erbium_program program;
static struct erb_worker worker[MOST];
static struct erb_os_thread thread[MOST];
static int64_t at[MOST], idle_from[MOST], now_is;
static struct erb_watch watch[MOST];
static struct job *job;
static int workers, jobs, ended, begun;
static int64_t worked;
static bool serves;

/* ---- The system ------------------------------------------------------------------------- */

static int64_t now (void) { return now_is; }
static void no_barrier (void) { }

static void
wake (erbium_atomic32 *word)
{
  for (int k = 0; k < workers; k++)
    if (&worker[k].asleep == word)
      {
        erbium_add (&program.sleeping, -1);
        at[k] = now_is + wakes;
        idle_from[k] = 0;
      }
}

/* ---- Steps ------------------------------------------------------------------------------- */

static void
make_job_ready (struct erb_worker *w, struct job *j)
{
  j->p.parked = true;
  erb_worker_make_ready (w, &j->p, true);
  if (w->running)
    erb_worker_share (w);
}

/* What the process of w, whose turn is over, does. */
static void
end_turn (struct erb_worker *w)
{
  struct job *j = (struct job *) w->running;
  if (serves && j == &job[0] && begun < jobs)
    make_job_ready (w, &job[begun++]);
  if (--j->turns > 0)
    {
      j->p.woken = true;
      erb_worker_put_back (w, &j->p);
    }
  else
    ended++;
}

static bool
run_next (int k)
{
  struct erb_worker *w = &worker[k];
  struct erb_process *p = erb_worker_next_ready (w);
  w->running = p;
  if (!p)
    return false;
  erb_worker_count (&w->switches, 1);
  erb_worker_share (w);
  at[k] += switches + ((struct job *) p)->turn;
  worked += ((struct job *) p)->turn;
  return true;
}

/* A worker without a process looks at the others, or falls asleep. */
static void
search_on (int k)
{
  struct erb_worker *w = &worker[k];
  int64_t had = erbium_load_relaxed (&w->moved);
  if (!idle_from[k])
    {
      erb_worker_read_clock (w);
      erb_worker_search (w);
      idle_from[k] = now_is;
      watch[k] = (struct erb_watch) { 0 };
    }
  w->clock = now_is;
  at[k] += look + each * (workers - 1);
  if (erb_worker_take (w) || erbium_load_relaxed (&w->inbox) != 0)
    {
      erb_worker_stop_searching (w);
      at[k] += LINES * usual_distance + (erbium_load_relaxed (&w->moved) - had) * usual_distance;
      idle_from[k] = 0;
      return;
    }
  erb_worker_watch (w, &watch[k]);
  if (now_is - idle_from[k] < spins)
    return;
  erb_worker_stop_searching (w);
  if (erbium_load_relaxed (&w->inbox) != 0)
    return;
  erbium_store_relaxed (&w->asleep, 1);
  erbium_add (&program.sleeping, 1);
  at[k] = erb_worker_work_elsewhere (w) ? now_is + 1000000 : INT64_MAX;
  idle_from[k] = 0;
}

static void
step (int k)
{
  struct erb_worker *w = &worker[k];
  now_is = at[k];
  if (erbium_load_relaxed (&w->asleep))
    {
      erbium_store_relaxed (&w->asleep, 0);
      erbium_add (&program.sleeping, -1);
    }
  if (w->running)
    end_turn (w);
  if (!run_next (k))
    search_on (k);
}

/* ---- Workloads ---------------------------------------------------------------------------- */

static void
make_workers (void)
{
  program = (erbium_program) { .workers = workers, .worker = worker };
  erb_lock_init (&program.lock);
  for (int k = 0; k < workers; k++)
    {
      worker[k].program = &program;
      worker[k].number = k;
      worker[k].peers = workers;
      at[k] = 1; /* 0 would be no time */
      thread[k].worker = &worker[k];
      thread[k].program = &program;
      erbium_store_relaxed (&worker[k].thread, (int64_t) (intptr_t) &thread[k]);
    }
}

/* A linear congruential generator, that of Knuth's MMIX. */
static uint64_t
random_bits (uint64_t *state)
{
  *state = *state * 6364136223846793005 + 1442695040888963407;
  return *state >> 33;
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
    job[0].turns = jobs, job[0].turn = 2000;
  for (begun = 0; begun < (serves ? 1 : jobs); begun++)
    make_job_ready (&worker[0], &job[begun]);
}

int
main (int count, char **argument)
{
  expect (count == 4);
  workers = atoi (argument[2]);
  jobs = atoi (argument[3]);
  expect (workers > 0 && workers <= MOST && jobs > 0);
  struct erb_os os = *erb_os;
  os.now = now;
  os.wake = wake;
  os.heavy_barrier = no_barrier;
  erb_os = &os;
  make_workers ();
  make_jobs (argument[1]);
  while (ended < jobs)
    {
      int next = 0;
      for (int k = 1; k < workers; k++)
        next = at[k] < at[next] ? k : next;
      expect (at[next] < INT64_MAX); /* all sleep */
      step (next);
    }
  int64_t moved = 0;
  for (int k = 0; k < workers; k++)
    moved += erbium_load_relaxed (&worker[k].moved);
  printf ("%s: %d workers, %d processes: %.3f ms, efficiency %.3f, %.2f moves each\n", argument[1],
          workers, jobs, (double) now_is / 1e6,
          (double) worked / (double) now_is / (double) workers, (double) moved / (double) jobs);
}
