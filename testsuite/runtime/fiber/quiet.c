/* SPDX-License-Identifier: MIT */
/* While a process waits for input in an erbium_blocking and all workers sleep, nothing of the program
 * wakes up by the clock; once there is input, who holds others up is noticed as before. */
// RUN: %build
// RUN: env ERBIUM_TASK=fiber %t
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 %t
#include <sys/resource.h>
#include <unistd.h>
#include "pass_on.h"

static int ends[2], answer[2];

ERBIUM_PROCESS (reads, ERBIUM_RECORD (int));
void
reads (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  char c;
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  erbium_blocking { expect_equal (read (ends[0], &c, 1), 1); }
  erbium_stall (v, 1);
  ERBIUM_AT (v, 0) = c;
  erbium_commit (v, 1);
  /* Without a block: the worker is stuck, and the others can go on only if the monitor sees it. */
  expect_equal (read (ends[0], &c, 1), 1);
}

ERBIUM_PROCESS (tells, ERBIUM_RECORD (int));
void
tells (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  erbium_update (v, 1);
  char c = (char) ERBIUM_AT (v, 0);
  expect_equal (write (answer[1], &c, 1), 1);
}

static long
wakings (void)
{
  struct rusage u;
  expect (getrusage (RUSAGE_SELF, &u) == 0);
  return u.ru_nvcsw;
}

/* A network that waits for its first element, and two that wait for input. */
static void
start (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1), first = erbium_new_record (int, 1, 1), last = first;
  for (int n = 0; n < 20; n++)
    {
      ERBIUM_RECORD (int) next = erbium_new_record (int, 1, 1);
      ERBIUM_RUN (pass_on, last, next);
      last = next;
    }
  ERBIUM_VIEW (int) v = erbium_new_write_view (first);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  ERBIUM_RUN (reads, r);
  ERBIUM_RUN (tells, r);
  erbium_stall (v, 1);
}

int
main (void)
{
  char c;
  expect (pipe (ends) == 0 && pipe (answer) == 0);
  start ();
  usleep (2500000);
  long before = wakings ();
  usleep (2000000);
  long woken = wakings () - before;
  if (woken > 40)
    {
      fprintf (stderr, "woke up %ld times while nothing was to be done\n", woken);
      exit (1);
    }
  expect (write (ends[1], "x", 1) == 1);
  expect (read (answer[0], &c, 1) == 1 && c == 'x');
  expect (write (ends[1], "y", 1) == 1);
}
