/* SPDX-License-Identifier: MIT */
/* A process that reads without ever stopping, and spends most of its time on the transfer of its
 * data from another worker, goes to that worker.  It stays if it is slow for another reason, if a
 * partner is on its own worker, or with ERBIUM_PLACE=together. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
#include "fiber/worker.c"
#include "test.h"

enum { WORKERS = 2, BURST = 8000, BURSTS = 4 * PACE };

/* The time in which BURST bytes come at the usual distance, of 20 ns for 160 bytes. */
enum { TRANSFER = BURST / 160 * 20 };

static erbium_program program;
static struct erb_worker worker[WORKERS];
static struct erb_os_thread thread;
static struct erb_fiber fiber;
static struct erbium_slot reader_slot, writer_slot;
static erbium_record r;
static struct erb_view view = { .record = &r, .slot = &reader_slot, .side = ERB_READ };
static struct erb_process reader, writer;
static int64_t clock_now, pace;
static int bursts; /* that the reader has taken */

static int64_t
fake_now (void)
{
  return clock_now;
}

/* The reader: takes bursts at that pace until it is elsewhere. */
static void
read_on (void *nothing)
{
  (void) nothing;
  erb_worker_arrive ();
  for (bursts = 0; bursts < BURSTS && erb_worker_home (&reader) == &worker[0];)
    {
      clock_now += pace;
      erbium_store_relaxed (&reader_slot.index, BURST * (int64_t) ++bursts);
      erb_worker_take_turns (&reader);
    }
  erb_fiber_leave (&fiber, &thread.scheduler);
}

static void
make (struct erb_worker *writers)
{
  memset (worker, 0, sizeof worker);
  for (int k = 0; k < WORKERS; k++)
    {
      worker[k].program = &program;
      worker[k].number = k;
      worker[k].peers = WORKERS;
      erbium_store_relaxed (&worker[k].thread, (int64_t) (intptr_t) &thread);
    }
  r = (erbium_record) { .size = 1 };
  r.ids[ERB_WRITE] = r.ids[ERB_READ] = 1;
  r.slot[ERB_WRITE] = &writer_slot;
  r.slot[ERB_READ] = &reader_slot;
  writer = (struct erb_process) { .program = &program };
  reader = (struct erb_process) { .program = &program, .parked = true, .views = &view,
                                  .fiber = &fiber };
  erbium_store_relaxed (&writer_slot.owner, (int64_t) (intptr_t) &writer);
  erbium_store_relaxed (&reader_slot.owner, (int64_t) (intptr_t) &reader);
  erbium_store_relaxed (&writer.worker, (int64_t) (intptr_t) writers);
  erbium_store_relaxed (&reader.worker, (int64_t) (intptr_t) &worker[0]);
  thread.worker = &worker[0];
  thread.local.local = &worker[0].local;
  expect_equal (erb_fiber_new (&fiber, 0, read_on, NULL), 0);
}

/* Lets the reader run on worker 0 until it stops.  Returns whether it has moved to worker 1. */
static bool
is_drawn (struct erb_worker *writers, int64_t ns)
{
  make (writers);
  pace = ns;
  clock_now = 1;
  erb_worker_make_ready (&worker[0], &reader, true);
  struct erb_fiber *to = erb_worker_next (&worker[0]);
  expect (to == &fiber);
  erb_fiber_switch (&thread.scheduler, to);
  erb_worker_arrive ();
  bool drawn = erb_worker_home (&reader) == &worker[1];
  expect (drawn == (erbium_load_relaxed (&worker[1].inbox) == (int64_t) (intptr_t) &reader));
  if (drawn) /* go on, to the end */
    erb_fiber_switch (&thread.scheduler, &fiber);
  erb_fiber_free (&fiber);
  return drawn;
}

int
main (void)
{
  struct erb_os os = *erb_os;
  program = (erbium_program) { .workers = WORKERS, .worker = worker };
  os.now = fake_now;
  erb_os = &os;
  erb_local_set_thread (&thread.local);
  erb_fiber_of_thread (&thread.scheduler);
  expect (is_drawn (&worker[1], 2 * TRANSFER - 1));
  expect_equal (bursts, 2 * PACE); /* the first look tells when it began */
  expect (!is_drawn (&worker[1], 2 * TRANSFER + 1));
  expect_equal (bursts, BURSTS);
  expect (!is_drawn (&worker[0], 1));
  expect (!is_drawn (NULL, 1));
  program.set.place = ERB_PLACE_TOGETHER;
  expect (!is_drawn (&worker[1], 1));
  erb_local_set_thread (NULL);
}
