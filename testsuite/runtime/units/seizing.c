/* SPDX-License-Identifier: MIT */
/* A searching worker takes processes from a thread that computes, but not from one that is at its
 * queues.  It waits for longer if they have data to bring, and goes on watching until then.  The
 * time for which it sees processes elsewhere counts as missed. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
#include "stealing.h"

/* Worker 1 watches worker 0 for that time. */
static void
watch_for (int64_t time)
{
  worker[1].watch = (struct erb_watch) { 0 };
  erb_worker_search (&worker[1]);
  expect (!erb_worker_watch (&worker[1]) && worker[1].watch.worker == &worker[0]);
  worker[1].clock += time + 1;
  expect (erb_worker_watch (&worker[1]));
}

/* What is kept for a time may be seized after it, although the clock of its worker stands. */
static void
seized_after_its_time (void)
{
  begin (1, 0);
  process[0].keeps = worker[1].clock + seize_after;
  worker[1].watch = (struct erb_watch) { 0 };
  expect (worker[0].clock < process[0].keeps);
  watch_for (seize_after);
  expect (has_got (1, &process[0]));

  begin (1, 0);
  process[0].keeps = worker[1].clock + 2 * seize_after;
  watch_for (seize_after);
  expect_equal (queued (0), 1);
}

static void
seized (void)
{
  begin (1, 0);
  watch_for (seize_after);
  expect (has_got (1, &process[0]));
  expect_equal (queued (0), 0);
  expect_equal (erbium_load_relaxed (&thread[0].local.revoked), 0);

  begin (1, SHORT); /* it may just have lost its processor */
  watch_for (seize_after);
  expect_equal (queued (0), 1);
  watch_for (seize_short_after);
  expect_equal (queued (0), 0);

  begin (1, 0); /* the thread is at its queues; the next attempt follows later */
  erbium_store_relaxed (&thread[0].local.inside, 1);
  watch_for (seize_after);
  expect_equal (worker[1].watch.wait, 2 * seize_after);
  expect_equal (queued (0), 1);
  expect_equal (erbium_load_relaxed (&thread[0].local.revoked), 0);

  begin (1, 0); /* the monitor is about to replace it */
  erbium_store_relaxed (&thread[0].local.revoked, 1);
  watch_for (seize_after);
  expect_equal (queued (0), 1);
  expect_equal (erbium_load_relaxed (&thread[0].local.revoked), 1);

  begin (1, 0); /* somebody else gives worker 1 a process in the meantime */
  worker[1].watch = (struct erb_watch) { 0 };
  erb_worker_search (&worker[1]);
  expect (!erb_worker_watch (&worker[1]));
  worker[1].clock += seize_after + 1;
  expect (erb_worker_stop_searching (&worker[1]) && !erb_worker_watch (&worker[1]));
  expect_equal (queued (0), 1);
  expect (seize (&worker[1], &worker[0], 0));
  expect_equal (queued (0), 1);

  begin (0, 0); /* what is in the inbox counts too */
  erb_worker_send (&worker[0], &process[0], ERB_WOKEN);
  watch_for (seize_after);
  expect (has_got (1, &process[0]));
}

/* A worker that has been woken does not run yet, so what it was woken for is taken soon, although
 * its turns are short.  If it is only about to look at its inbox, its thread is at the queues. */
static void
seized_from_woken (void)
{
  begin (0, SHORT);
  worker[0].running = NULL;
  erbium_store_relaxed (&worker[0].idle_since, 1);
  erb_worker_send (&worker[0], &process[0], ERB_WOKEN);
  expect (erb_worker_wakes_up (&worker[0]) && !erb_worker_wakes_up (NULL));
  watch_for (seize_after);
  expect (!has_got (1, &process[0]));
  watch_for (seize_woken_after);
  expect (has_got (1, &process[0]));

  begin (0, SHORT);
  erbium_store_relaxed (&worker[0].idle_since, 1);
  erb_worker_send (&worker[0], &process[0], ERB_WOKEN);
  erbium_store_relaxed (&thread[0].local.inside, 1);
  watch_for (seize_woken_after);
  expect (!has_got (1, &process[0]));

  begin (0, SHORT); /* it sleeps, and nothing has come */
  erbium_store_relaxed (&worker[0].idle_since, 1);
  erbium_store_relaxed (&worker[0].asleep, 1);
  expect (!erb_worker_wakes_up (&worker[0]));
}

static struct erb_os_thread other_thread;

/* While the thread of worker 0 sleeps, it is not at the queues; the monitor finds it asleep and
 * leaves the worker to it. */
static int
sleep_outside (erbium_atomic32 *word, int32_t expected, int64_t timeout)
{
  (void) timeout;
  expect (word == &worker[0].asleep && expected == 1);
  expect_equal (erbium_load_relaxed (&thread[0].local.inside), 0);
  expect (!erb_os_thread_replace (&worker[0]));
  expect (erb_os_thread_hold (&worker[0]));
  erb_os_thread_let_go (&worker[0]);
  return 0;
}

/* The worker has been woken, and gets another thread before its own comes back. */
static int
sleep_too_long (erbium_atomic32 *word, int32_t expected, int64_t timeout)
{
  (void) word, (void) expected, (void) timeout;
  erbium_store_relaxed (&worker[0].asleep, 0);
  program.spare_os_threads = &other_thread;
  expect (erb_os_thread_replace (&worker[0]));
  expect (erb_worker_thread (&worker[0]) == &other_thread);
  return 0;
}

/* The time in which it was idle ends when it gets another thread, although its own does not come
 * back to it. */
static void
idle_until_replaced (struct erb_os *os)
{
  begin (0, SHORT);
  worker[0].running = NULL;
  erbium_store_relaxed (&worker[0].asleep, 1);
  erbium_store_relaxed (&worker[0].idle_since, 1);
  erbium_store_relaxed (&worker[0].idle, 0);
  os->sleep = sleep_too_long;
  expect (!erb_os_thread_sleep (&worker[0], -1));
  expect_equal (erbium_load_relaxed (&worker[0].idle_since), 0);
  expect (erbium_load_relaxed (&worker[0].idle) > 0);
}

static void
asleep_outside (void)
{
  struct erb_os os = *erb_os;
  const struct erb_os *before = erb_os;
  os.sleep = sleep_outside;
  erb_os = &os;
  begin (0, SHORT);
  worker[0].running = NULL;
  erbium_store_relaxed (&worker[0].asleep, 1);
  expect (erb_os_thread_sleep (&worker[0], -1));
  expect_equal (erbium_load_relaxed (&thread[0].local.inside), 1);
  expect_equal (erbium_load_relaxed (&thread[0].local.revoked), 0);

  os.sleep = sleep_too_long;
  expect (!erb_os_thread_sleep (&worker[0], -1));
  idle_until_replaced (&os);
  erb_os = before;
}

/* process[0] of worker 0 has data that takes that long (ns) to bring over. */
static void
begin_with_data (int64_t turn, int64_t data_time)
{
  static struct erbium_slot slot;
  static erbium_record r = { .size = 1 };
  static struct erb_view v = { .record = &r, .slot = &slot, .side = ERB_READ };
  begin (1, turn);
  v.horizon = ERBIUM_NEVER;
  process[0].views = &v;
  erbium_store_relaxed (&slot.index, data_time / 20 * 160);
  expect_equal (erb_move_data_time (&process[0]), data_time);
}

/* A process with much data is seized at once if it would have to wait longer at home, or else after
 * as long as its data takes. */
static void
seized_with_data (void)
{
  begin_with_data (LONG, 40000);
  watch_for (seize_after);
  expect_equal (queued (0), 1);
  watch_for (seize_after + 40000);
  expect (has_got (1, &process[0]));

  begin_with_data (LONG, 40000);
  running = (struct erb_process) { .program = &program, .turn = LONG + 40000 };
  watch_for (seize_after);
  expect (has_got (1, &process[0]));
  running = (struct erb_process) { .program = &program };
}

static int64_t clock_now, switches_at;

/* A microsecond passes, and worker 0 switches at switches_at. */
static int64_t
next_us (void)
{
  clock_now += 1000;
  if (clock_now == switches_at)
    erb_worker_count (&worker[0].switches, 1);
  return clock_now;
}

static void
pass (void)
{
}

/* Worker 1 searches, whose spinning lasts 100 us.  Returns for how long it does; it looks at the
 * others about every 30 us. */
static int64_t
search_time (int64_t data_time, int64_t switches, bool *found)
{
  begin_with_data (LONG, data_time);
  program.set.spin = 100000;
  program.processors = WORKERS;
  worker[1].clock = clock_now = 0;
  switches_at = switches;
  *found = search (&worker[1]);
  return clock_now;
}

/* As search_time, where no worker has a process ready. */
static bool
search_nothing (void)
{
  begin (0, LONG);
  program.set.spin = 100000;
  program.processors = WORKERS;
  worker[1].clock = clock_now = 0;
  return search (&worker[1]);
}

/* A search does not end while it watches a worker that does not switch. */
static void
watched_to_the_end (void)
{
  struct erb_os os = *erb_os;
  const struct erb_os *before = erb_os;
  bool found;
  os.now = next_us;
  os.pause = os.yield = pass;
  erb_os = &os;
  int64_t time = search_time (200000, 0, &found);
  expect (found && time > seize_after + 200000 && has_got (1, &process[0]));
  int64_t missed = erbium_load_relaxed (&worker[1].missed);
  expect (missed > seize_after + 200000 && missed < time);
  expect (!search_nothing () && erbium_load_relaxed (&worker[1].missed) == 0);
  time = search_time (2 * longest_watch, 0, &found);
  expect (!found && time >= longest_watch && time < longest_watch + 100000);
  time = search_time (200000, 150000, &found);
  expect (!found && time >= 150000 && time < 200000);
  begin_with_data (LONG, 200000); /* without spinning: one look each millisecond */
  erbium_store_relaxed (&program.spinning.from, INT64_MAX);
  for (int n = 0; n < 2; n++)
    {
      worker[1].clock += 1000000;
      expect (search (&worker[1]) == (n == 1));
    }
  time = search_time (200000, 40000, &found); /* the watch begins anew */
  expect (found && time > 40000 + seize_after + 200000);
  erb_os = before;
}

/* Worker 1 sees that worker 0 is stuck although worker 2, which it watches first, switches. */
static void
seized_from_the_second (void)
{
  begin (1, 0);
  erbium_store_relaxed (&worker[2].queued, 1);
  erb_worker_search (&worker[1]);
  for (int n = 0; n < 20; n++)
    {
      erb_worker_count (&worker[2].switches, 1);
      worker[1].clock += seize_after / 5;
      erb_worker_watch (&worker[1]);
    }
  expect (has_got (1, &process[0]));
}

int
main (void)
{
  seized ();
  seized_after_its_time ();
  seized_from_woken ();
  asleep_outside ();
  seized_with_data ();
  watched_to_the_end ();
  seized_from_the_second ();
}
