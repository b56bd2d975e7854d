/* SPDX-License-Identifier: MIT */
/* The monitor of workers that have nothing to do for long, of which none is to be balanced, looks
 * no more often than for those that are stuck. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
#include "monitor_here.h"
#include "test.h"

enum { WORKERS = 2, LOOKS = 50 };

static int64_t clock_here = 1;

static int64_t
now (void)
{
  return clock_here;
}

int
main (void)
{
  static struct erb_worker worker[WORKERS];
  static erbium_program program = { .workers = WORKERS, .worker = worker };
  struct erb_os os = erb_os_linux;
  struct balance b = { .last = clock_here, .step = first_step, .pause = first_step };
  os.now = now;
  program.set.place = ERB_PLACE_LOAD;
  erb_lock_init (&program.lock);
  erb_os = &os;
  for (int n = 0; n < LOOKS; n++)
    {
      clock_here += b.step;
      check_balance (&program, &b);
      if (n == 0)
        expect (b.step < period); /* it may be a short program */
    }
  expect_equal (b.step, period);
  expect_equal (b.stage, LOOKING);
}
