/* SPDX-License-Identifier: MIT */
/* worker_pool.c - the workers of a program: their beginning and end, and how all are held still.
 *
 * Holding.  deadlock/ reads what parked processes wait for, and while it does no process may be
 * resumed: worker.c has the other half.
 */
#include "fiber/fiber_model.h"
#include "fiber/move_cost.h"
#include "figures/figures.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- All of them ------------------------------------------------------- */

/* Makes n workers and the monitor.  Everything that a worker uses exists before its thread does. */
static int
make (erbium_program *p, int n)
{
  size_t bytes = (size_t) n * sizeof (struct erb_worker);
  struct erb_worker *w = aligned_alloc (ERBIUM_LINE, bytes);
  if (!w || !erb_monitor_new (p))
    {
      free (w);
      return ENOMEM;
    }
  memset (w, 0, bytes);
  for (int k = 0; k < n; k++)
    {
      w[k].program = p;
      w[k].number = k;
      w[k].peers = n;
    }
  p->worker = w;
  p->probe = n > 1 ? erb_probe_new () : NULL;
  return 0;
}

/* Starts the threads of the workers, and the monitor.  Fewer threads than asked for are enough. */
static int
start (erbium_program *p)
{
  int n = p->set.workers > 0 ? (int) p->set.workers : p->processors, started = 0;
  int error = p->worker ? 0 : make (p, n);
  p->os_threads_over = false;
  for (; !error && started < n; started += !error)
    {
      erbium_store_relaxed (&p->worker[started].stop, 0);
      p->worker[started].clock = erb_os->now ();
      p->worker[started].empty_at = p->worker[started].clock;
      error = erb_os_thread_take (&p->worker[started]);
    }
  p->workers = started;
  return started > 0 ? erb_monitor_start (p) : error;
}

/* Values of the program's word `serving'. Once the last process has gone, the workers' threads
 * are about to end, and take the program's lock for it; another thread waits for that without
 * the lock. */
enum { NONE, SERVING, ENDING };

static void
set_serving (erbium_program *p, int32_t serving)
{
  erbium_store_release (&p->serving, serving); /* erb_workers_serve */
  erb_os->wake (&p->serving);
}

int
erb_workers_start (erbium_program *p)
{
  int error = 0;
  erb_os->lock (&p->lock);
  while (erbium_load_relaxed (&p->serving) == ENDING)
    {
      erb_os->unlock (&p->lock);
      erb_os->sleep (&p->serving, ENDING, -1);
      erb_os->lock (&p->lock);
    }
  if (erbium_load_relaxed (&p->serving) == NONE)
    {
      error = start (p);
      set_serving (p, error ? NONE : SERVING);
    }
  erb_os->unlock (&p->lock);
  return error;
}

/* The workers and the monitor, which others may point to, stay as they are. */
void
erb_workers_reap (erbium_program *p)
{
  erb_os->lock (&p->lock);
  bool gone = erbium_load_relaxed (&p->serving) == NONE && p->os_threads;
  if (gone)
    erbium_store_relaxed (&p->serving, ENDING);
  erb_os->unlock (&p->lock);
  if (!gone)
    return;
  erb_monitor_join (p);
  erb_os_threads_join (p);
  erb_os->lock (&p->lock);
  set_serving (p, NONE);
  erb_os->unlock (&p->lock);
}

/* Returns whether the workers serve.  If so, they serve until the caller, a process of the program,
 * ends. */
bool
erb_workers_serve (const erbium_program *p)
{
  return erbium_load_acquire (&p->serving) == SERVING;
}

void
erb_workers_go (erbium_program *p)
{
  erbium_store_relaxed (&p->serving, NONE);
  for (int k = 0; k < p->workers; k++)
    {
      erbium_add (&p->worker[k].stop, 1); /* serve, os_thread.c; worker_idle.c */
      erb_worker_wake (&p->worker[k]);
    }
  erb_os_threads_go (p);
  erb_monitor_go (p);
}

void
erb_workers_stop (erbium_program *p)
{
  erb_os->lock (&p->lock);
  erb_workers_go (p);
  erb_os->unlock (&p->lock);
  erb_monitor_join (p);
  erb_os_threads_join (p);
  erb_monitor_free (p);
  for (int k = 0; p->worker && k < p->worker->peers; k++)
    {
      erb_pool_free (&p->worker[k].local, p->arena);
      free (p->worker[k].unstarted);
    }
  erb_records_end_biases (p);
  free (p->worker);
  free (p->probe);
  p->worker = NULL;
  p->probe = NULL;
  p->workers = 0;
}

/* ---- Holding ----------------------------------------------------------- */

/* Under the program's lock. */
void
erb_workers_hold (erbium_program *p)
{
  if (!p->workers)
    return;
  erbium_store_relaxed (&p->held, 1);
  erb_os->heavy_barrier ();
  for (int k = 0; k < p->workers; k++)
    while (erbium_load_acquire (&p->worker[k].resuming)) /* let_on, worker.c */
      erb_os->yield ();
}

void
erb_workers_go_on (erbium_program *p)
{
  erbium_store_release (&p->held, 0); /* let_on, worker.c */
}

/* ---- Events ------------------------------------------------------------ */

/* main may have ended before: then the last thread may end too. */
static void
process_gone (erbium_program *p, erbium_process gone)
{
  (void) gone;
  if (!p->processes)
    erb_workers_go (p);
}

static const struct erb_table table = {
  .key = "workers", .headings = { "worker" }, .parts = 1, .width = 28, .columns = 7,
  .column = {
    { NULL, "number", 0, 1, false, ERB_PLAIN },
    { "switches", "switches", 12, 1, true, ERB_PLAIN },
    { "sleeps", "sleeps", 8, 1, false, ERB_PLAIN },
    { "idle ms", "idle_ms", 10, 1, false, ERB_MS },
    { "missed ms", "missed_ms", 10, 1, false, ERB_MS },
    { "from others", "from_others", 11, 1, false, ERB_PLAIN },
    { "moved", "moved", 8, 1, false, ERB_PLAIN } } };

static void
print_worker (const struct erb_worker *w, int number, struct erb_sheet *sheet)
{
  char name[16];
  int64_t since = erbium_load_relaxed (&w->idle_since);
  const int64_t figures[] = {
    number, erbium_load_relaxed (&w->switches), erbium_load_relaxed (&w->sleeps),
    erbium_load_relaxed (&w->idle) + (since ? erb_os->now () - since : 0),
    erbium_load_relaxed (&w->missed), erbium_load_relaxed (&w->arrived),
    erbium_load_relaxed (&w->moved) };
  snprintf (name, sizeof name, "%d", number);
  erb_row_begin (sheet, &table, name);
  erb_row_figures (sheet, &table, 1, figures);
}

/* Where processes are fibers: how many of them each worker has let go on, how often and how long it
 * had nothing to do, how long of that while another worker had a process ready, how many were made
 * ready from elsewhere, and how many have moved away. */
static void
print_workers (const erbium_program *p, struct erb_sheet *sheet)
{
  if (!p->workers)
    return;
  erb_figures_begin (sheet, &table, 1);
  for (int k = 0; k < p->workers; k++)
    print_worker (&p->worker[k], k, sheet);
  erb_figures_end (sheet, &table);
}

static bool
processor_of (const struct erb_process *q, int32_t *processor)
{
  const struct erb_worker *w = erb_worker_of (q);
  if (w)
    *processor = erbium_load_relaxed (&w->processor);
  return w != NULL;
}

const struct erb_observer erb_fiber_observer = {
  .thread_enters = erb_workers_reap, .process_gone = process_gone,
  .program_ends = erb_workers_stop, .awake = erb_monitor_wake,
  .statistics_printed = print_workers, .processor = processor_of,
};
