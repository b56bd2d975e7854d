/* SPDX-License-Identifier: MIT */
/* What a move has brought is judged: where less flows than before, all goes back, and the next
 * attempt comes later.  It is judged when all have had some turns, as what a long one does is seen at its end;
 * but not never. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
#include "monitor_here.h"
#include "test.h"

enum { STEP = 1000000 };

static int64_t clock_here = 1;
static erbium_program program;
static struct erb_worker worker[2];
static struct erb_process process;
static erbium_record record;
static struct erbium_slot producer;
static struct balance balance;

static int64_t
now (void)
{
  return clock_here;
}

/* A process has been moved to the second worker, while so many bytes a ns flowed; returns whether it is
 * sent back when so many do. */
static bool
goes_back (double before, double after)
{
  balance = (struct balance) { .stage = JUDGING, .last = clock_here, .step = STEP, .pause = STEP, .rate = before };
  erbium_store_relaxed (&producer.index, 0);
  erb_balance_measure (&program);
  erbium_store_relaxed (&producer.index, (int64_t) (after * STEP));
  process.came_from = &worker[0];
  erbium_store_relaxed (&process.move_to, 0);
  clock_here += STEP;
  check_balance (&program, &balance);
  expect_equal (balance.stage, LOOKING);
  return erbium_load_relaxed (&process.move_to) == (int64_t) (intptr_t) &worker[0];
}

/* Whether it is judged after so many switches of the first worker, and so many ns. */
static bool
is_judged (int64_t switches, int64_t time)
{
  int64_t before = erbium_load_relaxed (&worker[0].switches);
  balance = (struct balance) { .stage = JUDGING, .last = clock_here, .switches = before, .step = STEP, .pause = STEP };
  erb_balance_measure (&program);
  erbium_store_relaxed (&worker[0].switches, before + switches);
  clock_here += time;
  check_balance (&program, &balance);
  return balance.stage == LOOKING;
}

int
main (void)
{
  struct erb_os os = erb_os_linux;
  os.now = now;
  erb_os = &os;
  erb_lock_init (&program.lock);
  program.workers = 2;
  program.worker = worker;
  program.set.place = ERB_PLACE_LOAD;
  program.processes = &process;
  program.records = &record;
  record.size = 1;
  record.ids[ERB_WRITE] = 1;
  record.slot[ERB_WRITE] = &producer;
  erbium_store_relaxed (&producer.end, ERBIUM_NEVER);
  expect (!goes_back (10, 20));
  expect_equal (balance.pause, STEP);
  expect (!goes_back (10, 9.9)); /* as good as the same */
  expect (goes_back (10, 9));
  expect_equal (balance.pause, 4 * STEP);
  program.alive = 3;
  expect (!is_judged (3 * TURNS - 1, 10 * STEP));
  expect (is_judged (3 * TURNS, 10 * STEP));
  expect (is_judged (0, longest_stage));
  program.alive = 100000;
  expect (!is_judged (ALL_TURNS - 1, 10 * STEP));
  expect (is_judged (ALL_TURNS, 10 * STEP));
}
