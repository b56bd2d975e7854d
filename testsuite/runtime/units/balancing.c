/* SPDX-License-Identifier: MIT */
/* A process that is given its first worker while loads are being collected: it is in
 * the list before it is on a worker, and starts without the lock that the list has. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
#define erb_worker_of late_worker_of
#define erb_balance balance_here
#define erb_balance_undo undo_here
#include "fiber/balance.c"
#include "test.h"

static struct erb_worker worker[2];
static struct erb_process settled, late;
static int asked;

/* Of the late one nobody knows a worker at first. */
struct erb_worker *
late_worker_of (const struct erb_process *p)
{
  return p == &settled || asked++ ? &worker[0] : NULL;
}

int
main (void)
{
  static const struct erb_task_model fiber = { .shares_threads = true };
  erbium_program p = { .workers = 2 };
  struct plan s;
  settled.task = late.task = &fiber;
  late.next = &settled;
  p.processes = &late;
  expect_equal (collect (&p, &s), true);
  for (int n = 0; n < s.count; n++)
    expect_equal (s.process[n]->place, n);
  expect_equal (s.count, 1);
  expect_equal (s.process[0] == &settled, true);
  expect_equal (late.place, -1);
  free_plan (&s);
}
