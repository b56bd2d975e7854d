/* SPDX-License-Identifier: MIT */
/* The last worker to fall asleep looks for a deadlock, which takes time for each process, but not
 * if it has got a process at the last moment, or if there is one on offer. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
#include "event/event.h"
static int searches;
#define erb_event_asleep(program, process, suspicious) (searches++)
#include "stealing.h"

static int sleeps;

static int
no_sleep (erbium_atomic32 *word, int32_t expected, int64_t timeout)
{
  (void) word, (void) expected, (void) timeout;
  sleeps++;
  return 0;
}

/* Worker 1 is the last one awake. */
static void
fall_asleep_last (void)
{
  erbium_store_relaxed (&program.awake, 1);
  searches = sleeps = 0;
  fall_asleep (&worker[1]);
  expect_equal (erbium_load_relaxed (&program.awake), 1);
}

int
main (void)
{
  struct erb_os os = *erb_os;
  os.sleep = no_sleep;
  erb_os = &os;
  begin (0, LONG);
  fall_asleep_last ();
  expect_equal (searches, 1);
  expect_equal (sleeps, 1);

  erb_worker_send (&worker[1], &process[0], ERB_WOKEN);
  fall_asleep_last ();
  expect_equal (searches, 0);
  expect_equal (sleeps, 0);

  begin (1, LONG);
  erb_worker_share (&worker[0]);
  fall_asleep_last ();
  expect_equal (searches, 0);
  expect_equal (sleeps, 0);
}
