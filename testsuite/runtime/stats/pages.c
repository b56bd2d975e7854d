/* SPDX-License-Identifier: MIT */
/* ERBIUM_STATS sums what all spaces have spent on pages, and what went through regions and channels
 * of each kind, also through those that are gone and by spaces that were killed. */
// RUN: %build
// RUN: env ERBIUM_STATS=1 %timed %t 2>&1 | FileCheck %s
// RUN: env ERBIUM_STATS=1 %status 120 %timed %t fault 2>&1 | FileCheck --check-prefix=FAULT %s
// RUN: %timed %t 2>&1 | FileCheck --check-prefix=OFF --allow-empty %s
// The caller has not closed the eager channel, and its part since it last extended is missing.
// FAULT: error: erbium_chan_recv
// FAULT: pages number pages fixes
// FAULT-NEXT: regions without messages 1 4 3 1 0 0
// FAULT-NEXT: eager channels 3 241 966 15 967
// CHECK: pages number pages fixes extensions messages bytes
// The region: three pages fixed by two calls, then one page of the next generation.
// CHECK-NEXT: regions without messages 1 4 3 1 0 0
// With its header, a message of 1000 bytes takes 1024: four a page, which are fixed one by one or
// together; 64 in a generation.
// CHECK-NEXT: eager channels 3 252 1106 15 1106 1000848
// CHECK-NEXT: messages of up to 8 bytes 2 2 106 0 106 848
// CHECK-NEXT: lazy channels 1 250 250 15 1000 1000000
// CHECK-NEXT: pages of tables {{[1-9][0-9]*$}}
// CHECK-NEXT: space faults ms calls waits sleeps ms
// CHECK-NEXT: 0 2 {{[0-9.]+ [1-9][0-9]* [0-9]+ [0-9]+ [0-9.]+$}}
// Space 1 slept for a quarter of a second or more in a fault, and its time in faults is without that.
// CHECK-NEXT: 1 1 {{[0-9][0-9]?[.][0-9]+ [1-9][0-9]* [1-9][0-9]* [1-9][0-9]* [1-9][0-9][0-9][.]}}
// Space 2 was killed.
// CHECK-NEXT: 2 1 {{[0-9][0-9]?[.][0-9]+ [1-9]}}
// CHECK-NEXT: all spaces {{[1-9]}}
// CHECK-NOT: pages number
// OFF-NOT: pages
#include <time.h>

#include "../spmc/spaces.h"

enum { PAGE = 4096, KILO = 1000 };

static char *region;
static int lazy, eager, brief, gone;

static void
look (void *with)
{
  (void) with;
  expect_equal (region[0], 'a');
  for (char text[KILO]; chan_recv (lazy, text) != CHAN_END;)
    ;
}

static void
die (void *with)
{
  (void) with;
  expect_equal (region[0], 'a');
  raise (SIGKILL);
}

static void
fill_channels (void)
{
  static char text[KILO];
  int64_t number = 0;
  for (int n = 0; n < 1000; n++)
    {
      chan_send (lazy, text, sizeof text);
      chan_send (eager, text, sizeof text);
    }
  for (int n = 0; n < 100; n++)
    chan_send (brief, &number, sizeof number);
  for (int n = 0; n < 6; n++)
    chan_send (gone, &number, sizeof number);
  chan_close (gone);
  chan_close (lazy);
}

int
main (int count, char **words)
{
  const struct timespec moment = { .tv_nsec = 300000000 };
  spmc_init (3);
  region = spmcR_alloc (4 * PAGE);
  lazy = chan_alloc_as (16 * PAGE, CHAN_LAZY);
  eager = chan_alloc_as (16 * PAGE, CHAN_EAGER);
  brief = chan_alloc ();
  gone = chan_alloc ();
  chan_setcons (lazy, 1);
  for (int child = 1; child <= 2; child++)
    spmcR_copycons (child, region, region, 4 * PAGE);
  pid_t first = start_space (1, look, NULL), second = start_space (2, die, NULL);
  nanosleep (&moment, NULL);
  memset (region, 'a', 3 * PAGE);
  spmcR_setfix (region, PAGE);
  spmcR_setfix (region + PAGE, 2 * PAGE);
  expect_equal (WTERMSIG (status_of (second)), SIGKILL);
  spmcR_extend (region + 3 * PAGE, region, 3 * PAGE);
  region[0] = 'b';
  spmcR_setfix (region, PAGE);
  fill_channels ();
  expect_good_end (first);
  (void) words;
  if (count > 1)
    chan_recv (eager, NULL);
}
