/* SPDX-License-Identifier: MIT */
/* The monitor rests once all workers have slept for a second, and none has been awake meanwhile: who has,
 * between two looks, may have left a cycle of waits behind, which is to be found as always. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
#include "monitor_here.h"
#include "test.h"

enum { WORKERS = 2 };

static int64_t clock_here = 1;
static struct erb_worker worker[WORKERS];

static int64_t
now (void)
{
  return clock_here;
}

/* Looks again and again, for so long (ns); whether it might rest at the end. */
static bool
rests_after (const erbium_program *p, struct rest *r, int64_t time)
{
  bool rests = false;
  for (int64_t end = clock_here + time; clock_here < end; clock_here += period)
    rests = have_been_quiet (p, r);
  return rests;
}

static void
all_sleep (void)
{
  for (int k = 0; k < WORKERS; k++)
    erbium_store_relaxed (&worker[k].asleep, 1);
}

int
main (void)
{
  static erbium_program program = { .workers = WORKERS, .worker = worker };
  struct erb_os os = erb_os_linux;
  struct rest rest = { clock_here, 0 };
  os.now = now;
  erb_os = &os;
  expect (!rests_after (&program, &rest, 10 * quiet)); /* they are awake */
  all_sleep ();
  expect (!rests_after (&program, &rest, quiet / 2));
  expect (rests_after (&program, &rest, quiet));
  erbium_store_relaxed (&worker[1].asleep, 0);
  expect (!rests_after (&program, &rest, period));
  all_sleep ();
  expect (!rests_after (&program, &rest, quiet / 2));
  expect (rests_after (&program, &rest, quiet));
  clock_here += 5 * quiet; /* it sleeps itself, and nobody is awake when it looks again */
  erbium_store_relaxed (&worker[0].sleeps, 1);
  expect (!rests_after (&program, &rest, quiet / 2));
  expect (rests_after (&program, &rest, quiet));
}
