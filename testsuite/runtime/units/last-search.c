/* SPDX-License-Identifier: MIT */
/* A worker that offers a process relies on one that searches.  If that one gets another process, it
 * wakes a third worker for the offer, unless a further one searches.  The monitor wakes a worker for
 * an offer that was missed. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
#include "stealing.h"
#define period monitor_period /* that of the transfer probe is another */
#include "fiber/monitor.c"

static erbium_atomic32 *woken;

static void
note_wake (erbium_atomic32 *word)
{
  woken = word;
}

/* Worker 0 has offered process 0 while worker 1 was searching, and worker 2 sleeps. */
static void
offer_one (void)
{
  begin (1, LONG);
  erb_worker_search (&worker[1]);
  erb_worker_share (&worker[0]);
  expect (erb_worker_stop_searching (&worker[1]));
  expect (erbium_load_relaxed (&worker[0].offer) == (int64_t) (intptr_t) &process[0]);
  erbium_store_relaxed (&worker[2].asleep, 1);
  erbium_store_relaxed (&program.sleeping, 1);
  woken = NULL;
}

/* Worker 1 gets process 1. */
static void
get_another (void)
{
  erb_worker_send (&worker[1], &process[1], ERB_WOKEN);
  erb_worker_idle (&worker[1]);
  expect (erbium_load_relaxed (&worker[1].inbox) != 0);
}

int
main (void)
{
  struct erb_os os = *erb_os;
  os.wake = note_wake;
  erb_os = &os;

  offer_one ();
  get_another ();
  expect (woken == &worker[2].asleep);

  offer_one ();
  erbium_add (&program.searching, 1); /* by a fourth worker */
  get_another ();
  expect (!woken);

  offer_one ();
  expect (erb_worker_take_back (&worker[0]));
  get_another ();
  expect (!woken);

  offer_one ();
  wake_for (&worker[0], short_period);
  expect (woken == &worker[2].asleep);
  expect_equal (erbium_load_relaxed (&worker[2].missed), short_period);
}
