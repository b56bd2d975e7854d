/* SPDX-License-Identifier: MIT */
/* A wait for a process of another worker asks for more than it needs as long as it is
 * polled, and more comes; and who was woken from elsewhere stands behind nobody.  Where
 * those of other workers have brought what it needs before it is among the polled, those of
 * its own are asked for no more than that.  What it asks for is learned from what came. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
#include "fiber/run_queue.c"
#include "fiber/inbox.c"
#include "fiber/os_thread.c"
#include "fiber/fiber_wait.c"
#include "fiber/fiber_model.h"
#include "test.h"

enum { NEED = 10, ENOUGH = 100, POLLS = 4 };

static erbium_program program;
static erbium_record record;
static struct erb_view reads;
static struct erbium_slot producer;
static struct erb_worker worker;
static struct erb_process waits;
static struct erb_wait wait;

/* Who waits for the producer of the record, which has committed so much. */
static void
begin (erbium_index committed)
{
  record.ids[ERB_WRITE] = 1;
  record.slot[ERB_WRITE] = &producer;
  erbium_store_relaxed (&producer.index, committed);
  erbium_store_relaxed (&producer.end, ERBIUM_NEVER);
  reads.record = &record;
  worker = (struct erb_worker) { .program = &program };
  waits = (struct erb_process) { .program = &program, .parked = true, .eager = true };
  wait = (struct erb_wait) { .process = &waits, .view = &reads, .record = &record,
                             .side = ERB_WRITE, .need = NEED, .enough = ENOUGH };
  remote_wait_add (&worker, &wait);
}

static void
stays (int times)
{
  for (int n = 0; n < times; n++)
    expect (!erb_remote_waits_poll (&worker, POLLS));
  expect (worker.remote_wait == &wait && !worker.fresh.first);
}

static void
goes (void)
{
  expect (erb_remote_waits_poll (&worker, POLLS));
  expect (!worker.remote_wait && worker.fresh.first == &waits);
}

static void
arrives (bool low_priority)
{
  worker = (struct erb_worker) { .program = &program };
  waits = (struct erb_process) { .program = &program, .parked = true, .low_priority = low_priority };
  erbium_store_relaxed (&waits.mail, ERB_WOKEN);
  take_out (&worker, &waits);
  expect (worker.ready.first == &waits);
  expect (!worker.low_priority.first && !waits.low_priority);
}

/* ---- A far partner that comes between two looks ---------------------------- */

static struct erbium_slot readers[2]; /* of here and of elsewhere */

/* Where the wait enters the queue, the far one releases what it needs. */
static void
releases_meanwhile (struct erb_lock *lock)
{
  erb_os_linux.lock (lock);
  erbium_store_relaxed (&readers[1].index, NEED);
}

/* The wait is for both readers.  Its process is let go at once, as if woken, so that it comes
 * to its park and no further. */
static void
one_has_come (void)
{
  struct erb_worker elsewhere = { .program = &program };
  struct erb_process near = { .program = &program }, far = { .program = &program };
  struct erbium_slot own = { 0 };
  struct erb_view writes = { .record = &record, .side = ERB_WRITE, .slot = &own, .room = 2 * ENOUGH };
  struct erb_os_thread thread = { .local.local = &worker.local, .program = &program, .worker = &worker };
  struct erb_os os = erb_os_linux;
  worker = (struct erb_worker) { .program = &program };
  waits = (struct erb_process) { .program = &program, .task = &erb_task_fiber, .late = true };
  record.ids[ERB_READ] = 2;
  record.slot[ERB_READ] = readers;
  erb_lock_init (&record.lock);
  erbium_store_relaxed (&record.horizon[ERB_WRITE], 2 * ENOUGH);
  erbium_store_relaxed (&record.to_bias, 1);
  erbium_store_relaxed (&near.worker, (int64_t) (intptr_t) &worker);
  erbium_store_relaxed (&far.worker, (int64_t) (intptr_t) &elsewhere);
  erbium_store_relaxed (&readers[0].owner, (int64_t) (intptr_t) &near);
  erbium_store_relaxed (&readers[1].owner, (int64_t) (intptr_t) &far);
  for (int n = 0; n < 2; n++)
    erbium_store_relaxed (&readers[n].wake_at, ERBIUM_NEVER);
  erbium_store_relaxed (&own.index, ENOUGH); /* no bound of what is worth a switch */
  wait = (struct erb_wait) { .process = &waits, .view = &writes, .record = &record,
                             .side = ERB_READ, .need = NEED, .enough = NEED };
  erb_local_set_thread (&thread.local);
  os.lock = releases_meanwhile;
  erb_os = &os;
  expect (erb_fiber_wait (&wait, -1));
  erb_os = &erb_os_linux;
  erb_local_set_thread (NULL);
  expect (wait.queued && !worker.remote_wait);
  expect_equal (erbium_load_relaxed (&readers[0].wake_at), NEED);
  record.waits[ERB_READ] = NULL;
}

/* ---- Learning ------------------------------------------------------------------ */

/* Has waited for NEED, and asked for at most ENOUGH, when so many were there. */
static erbium_index
learned (erbium_index came)
{
  erbium_store_relaxed (&producer.index, came);
  learn (&wait, ENOUGH);
  return reads.remote_batch;
}

static void
learns (void)
{
  begin (0);
  reads.remote_batch = ERBIUM_NEVER;
  expect_equal (learned (NEED), (ENOUGH - NEED) / 2); /* no more than it needs: half of it next */
  for (int n = 0; n < 6; n++)
    learned (NEED);
  expect_equal (reads.remote_batch, 0);
  expect_equal (learned (NEED), 0);
  expect_equal (learned (NEED + 1), 1); /* more than it asked for: twice as much next */
  expect_equal (learned (NEED + 5), 3);
  expect_equal (learned (NEED + 3), 3);
  expect_equal (learned (NEED + 2), 2);
  expect_equal (learned (NEED - 1), 2); /* its time was over */
  reads.group = 1;
  expect_equal (learned (ENOUGH), 2); /* beyond its run are those of others */
  reads.group = 0;
  erbium_store_relaxed (&producer.end, 0);
  expect_equal (learned (ERBIUM_NEVER), 2); /* no producer is left */
  erbium_store_relaxed (&producer.end, ERBIUM_NEVER);
}

int
main (void)
{
  one_has_come ();
  learns ();

  begin (NEED - 1); /* not what it needs: never */
  stays (20 * POLLS);
  erbium_store_relaxed (&producer.index, ENOUGH); /* all it asks for: at once */
  goes ();

  begin (0); /* more and more comes */
  for (erbium_index i = 0; i < ENOUGH; i++)
    {
      erbium_store_relaxed (&producer.index, i);
      stays (POLLS - 1);
    }

  begin (NEED); /* what it needs, and no more: after a while */
  stays (POLLS);
  goes ();

  begin (NEED); /* as one who asks for no more: at once */
  wait.enough = NEED;
  goes ();

  arrives (false);
  arrives (true);
}
