/* SPDX-License-Identifier: MIT */
/* stealing.h - workers without threads, for tests of how processes move: stealing.c, partners.c. */
#include "fiber/run_queue.c"
#include "fiber/os_thread.c"
#include "fiber/move_cost.c"
#include "fiber/steal.c"
#include "fiber/worker_idle.c"
#include "fiber/transfer_probe.c"
#include "test.h"

enum { WORKERS = 3, PROCESSES = 4 };

static erbium_program program;
static struct erb_worker worker[WORKERS];
static struct erb_os_thread thread[WORKERS];
static struct erb_process running, process[PROCESSES];

/* Worker 0 runs a process, and has so many others ready, in order. */
static void
begin (int ready, int64_t turn)
{
  program = (erbium_program) { .workers = WORKERS, .worker = worker };
  erb_lock_init (&program.lock);
  memset (worker, 0, sizeof worker);
  memset (thread, 0, sizeof thread);
  for (int k = 0; k < WORKERS; k++)
    {
      worker[k].program = &program;
      worker[k].number = k;
      worker[k].peers = WORKERS;
      worker[k].clock = worker[k].empty_at = 1;
      thread[k].worker = &worker[k];
      thread[k].program = &program;
      erbium_store_relaxed (&worker[k].thread, (int64_t) (intptr_t) &thread[k]);
    }
  worker[0].running = &running;
  erbium_store_relaxed (&worker[0].turn, turn);
  for (int k = 0; k < PROCESSES; k++)
    {
      process[k] = (struct erb_process) { .program = &program, .parked = true };
      erbium_store_relaxed (&process[k].worker, (int64_t) (intptr_t) &worker[0]);
      if (k < ready)
        erb_worker_make_ready (&worker[0], &process[k], true);
    }
}

static __attribute__ ((unused)) bool
has_got (int k, const struct erb_process *p)
{
  return erbium_load_relaxed (&worker[k].inbox) == (int64_t) (intptr_t) p
         && erb_worker_home (p) == &worker[k];
}

static __attribute__ ((unused)) int64_t
queued (int k)
{
  return erbium_load_relaxed (&worker[k].queued);
}

enum { LONG = 4000, SHORT = LONG - 1 }; /* ns of a turn at the usual distance */
