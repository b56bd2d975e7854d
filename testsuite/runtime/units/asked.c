/* SPDX-License-Identifier: MIT */
/* A worker looks at the clock every 64 switches, which may take long: the monitor asks one for a
 * look that is awake and has somebody ready, or one whose wait it alone can end.  At its next
 * switch a wait is confirmed, and who was parked for a time and who stands back go on.  It may
 * look before the thread that is to serve the worker has begun. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
#include "monitor_here.h"
#include "fiber/run_queue.c"
#include "fiber/inbox.c"
#include "test.h"

enum { NEED = 10, ENOUGH = 100 };

static erbium_program program;
static erbium_record record;
static struct erb_view reads;
static struct erbium_slot producer;
static struct erb_os_thread thread;
static struct erb_worker worker;
static struct erb_process waits, in_low_priority, other;
static struct erb_wait wait;

/* A thread that is not known yet has no clock: who asks for it may get any answer. */
int
pthread_getcpuclockid (pthread_t thread, clockid_t *clock)
{
  expect (thread != 0);
  *clock = CLOCK_THREAD_CPUTIME_ID;
  return 0;
}

static void
begin (void)
{
  worker = (struct erb_worker) { .program = &program };
  erbium_store_relaxed (&worker.thread, (int64_t) (intptr_t) &thread);
  erbium_store_relaxed (&worker.turn, 1); /* it is known: few switches look at the clock */
  erb_worker_read_clock (&worker);
  worker.monitor_switches = -1; /* it has switched since the last look */
}

static bool
is_asked (void)
{
  erbium_store_relaxed (&worker.asked, 0);
  worker.monitor_switches = -1;
  check_worker (&worker);
  return erbium_load_relaxed (&worker.asked);
}

/* Who asks for more than it needs, and has that by now. */
static void
crosses (void)
{
  record.ids[ERB_WRITE] = 1;
  record.slot[ERB_WRITE] = &producer;
  erb_lock_init (&record.lock);
  erbium_store_relaxed (&producer.index, NEED);
  erbium_store_relaxed (&producer.end, ERBIUM_NEVER);
  reads.record = &record;
  waits = (struct erb_process) { .program = &program, .parked = true };
  wait = (struct erb_wait) { .process = &waits, .view = &reads, .record = &record,
                             .side = ERB_WRITE, .need = NEED, .enough = ENOUGH };
  worker.remote_wait = waits.remote_wait = &wait;
  erbium_store_relaxed (&worker.unsettled, 1);
}

static void
is_parked_for_a_time (void)
{
  waits = (struct erb_process) { .program = &program, .parked = true };
  erb_worker_add_timed (&worker, &waits, 1);
}

/* So, and its wait is shown to those who could end it: once it goes on they must leave it alone. */
static void
is_shown_for_a_time (void)
{
  wait = (struct erb_wait) { .process = &waits, .view = &reads, .record = &record,
                             .side = ERB_READ, .need = NEED, .worth = ENOUGH };
  is_parked_for_a_time ();
  erbium_store_relaxed (&waits.wait, (int64_t) (intptr_t) &wait);
}

static void
stand_back (void)
{
  in_low_priority = (struct erb_process) { .program = &program, .parked = true, .low_priority = true };
  erb_worker_make_ready (&worker, &in_low_priority, true);
  worker.low_priority_since -= 2 * patience;
}

int
main (void)
{
  begin ();
  expect (!is_asked ());
  crosses ();
  expect (is_asked ());
  erbium_store_relaxed (&worker.asleep, 1);
  expect (!is_asked ());
  erbium_store_relaxed (&worker.asleep, 0);
  expect (!erb_worker_next_ready (&worker)); /* nobody asks */
  expect (is_asked ());
  expect (erb_worker_next_ready (&worker) == &waits);
  expect_equal (erbium_load_relaxed (&worker.unsettled), 0);
  expect (!is_asked ());

  begin ();
  is_parked_for_a_time ();
  expect (!erb_worker_next_ready (&worker));
  expect (is_asked ());
  expect (erb_worker_next_ready (&worker) == &waits);
  expect (!is_asked ());

  begin ();
  is_shown_for_a_time ();
  expect (is_asked ());
  expect (erb_worker_next_ready (&worker) == &waits);
  expect_equal (wait.worth, 0);

  begin ();
  erb_worker_put_back (&worker, &other);
  check_worker (&worker);
  check_worker (&worker); /* it has not switched, and its seat has no thread yet */
  expect_equal (worker.monitor_time, 0);

  begin ();
  stand_back ();
  erb_worker_put_back (&worker, &other);
  expect (is_asked ());
  expect (erb_worker_next_ready (&worker) == &other);
  erb_worker_put_back (&worker, &other);
  expect (erb_worker_next_ready (&worker) == &in_low_priority);
}
