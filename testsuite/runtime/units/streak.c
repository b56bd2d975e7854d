/* SPDX-License-Identifier: MIT */
/* Consumers that make each other ready go before all others, but not for ever: a process that is
 * ready behind them has its turn after LONG_STREAK of theirs, and so it goes on. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
#include "fiber/run_queue.c"
#include "test.h"

static erbium_program program;
static struct erb_worker worker = { .program = &program, .peers = 1 };

static int64_t
no_time (void)
{
  return 1;
}

static void
let_on (struct erb_process *p, bool eager)
{
  p->parked = true;
  p->eager = eager;
  erb_worker_make_ready (&worker, p, true);
}

/* The turns of a and b, each of which makes the other ready, before the one of c. */
static int
turns_before (struct erb_process *a, struct erb_process *b, const struct erb_process *c)
{
  for (int turns = 0; turns < 3 * LONG_STREAK; turns++)
    {
      struct erb_process *p = erb_worker_next_ready (&worker);
      if (p == c)
        return turns;
      expect (p == a || p == b);
      let_on (p == a ? b : a, true);
    }
  return -1;
}

int
main (void)
{
  struct erb_os os = *erb_os;
  struct erb_process a = { .program = &program }, b = a, c = a;
  os.now = no_time;
  erb_os = &os;
  let_on (&c, false);
  let_on (&a, true);
  expect_equal (turns_before (&a, &b, &c), LONG_STREAK);
  let_on (&c, false);
  int again = turns_before (&a, &b, &c);
  expect (again > LONG_STREAK / 2 && again <= LONG_STREAK + 1);
}
