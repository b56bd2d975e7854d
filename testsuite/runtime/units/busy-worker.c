/* SPDX-License-Identifier: MIT */
/* A worker whose processes had short turns computes for long.  The monitor notices that it has not
 * switched between two looks, and wakes a worker that sleeps for what waits there, also for what
 * is only in the inbox.  A worker that switches, or for which nothing waits, is left alone.  The
 * monitor looks more often while a worker sleeps. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
#include "monitor_here.h"
#include "test.h"

enum { WORKERS = 2, SHORT = 100 };

static struct erb_worker worker[WORKERS];
static erbium_program program = { .workers = WORKERS, .worker = worker };
static int64_t clock_here;
static int woken;

static int64_t
now (void)
{
  return clock_here;
}

static void
note_wake (erbium_atomic32 *word)
{
  woken += word == &worker[1].asleep;
}

static void
look (int64_t *last, int64_t *last_look)
{
  clock_here += short_period;
  check_workers (&program, last, last_look);
}

/* Whether worker 1 is woken within three looks. */
static bool
is_woken (bool ready, bool mail, bool switches)
{
  int64_t last = clock_here, last_look = clock_here;
  memset (worker, 0, sizeof worker);
  for (int k = 0; k < WORKERS; k++)
    {
      worker[k].program = &program;
      worker[k].number = k;
      worker[k].peers = WORKERS;
    }
  static struct erb_os_thread thread;
  static struct erb_process process;
  erbium_store_relaxed (&worker[0].thread, (int64_t) (intptr_t) &thread);
  erbium_store_relaxed (&worker[0].turn, SHORT);
  erbium_store_relaxed (&worker[0].queued, ready);
  erbium_store_relaxed (&worker[0].inbox, mail ? (int64_t) (intptr_t) &process : 0);
  erbium_store_relaxed (&worker[1].asleep, 1);
  woken = 0;
  for (int n = 0; n < 3; n++)
    {
      erb_worker_count (&worker[0].switches, switches);
      look (&last, &last_look);
    }
  expect ((erbium_load_relaxed (&worker[1].missed) >= short_period) == (ready || mail));
  return woken;
}

int
main (void)
{
  struct erb_os os = erb_os_linux;
  os.now = now;
  os.wake = note_wake;
  erb_os = &os;
  expect (is_woken (true, false, false));
  expect (is_woken (false, true, false));
  expect (!is_woken (true, false, true));
  expect (!is_woken (false, true, true));
  expect (!is_woken (false, false, false));
  int busy = 0;
  expect (one_sleeps (&program, &busy)); /* at the beginning any may */
  erbium_store_relaxed (&worker[1].asleep, 0);
  for (int n = 0; n < ALL_BUSY; n++)
    one_sleeps (&program, &busy);
  expect (!one_sleeps (&program, &busy));
  erbium_store_relaxed (&worker[1].asleep, 1);
  expect (one_sleeps (&program, &busy));
  erbium_store_relaxed (&worker[0].asleep, 1);
  expect (!one_sleeps (&program, &busy));
}
