/* SPDX-License-Identifier: MIT */
/* A communicator is not bound to the processor of its reader, also if PIN binds the reader. */
// RUN: %build
// RUN: env ERBIUM_TASK=thread ERBIUM_WINDOWS=private ERBIUM_COMMUNICATOR=core ERBIUM_PIN=compact %timed %t
// RUN: env ERBIUM_TASK=thread ERBIUM_WINDOWS=private ERBIUM_COMMUNICATOR=core ERBIUM_PIN=scatter %timed %t
// RUN: env ERBIUM_TASK=thread ERBIUM_WINDOWS=private ERBIUM_COMMUNICATOR=core %timed %t
#define _GNU_SOURCE
#include "test.h"
#include "places.h"

enum { N = 1000 };

static cpu_set_t all;

/* Ends when its communicator may run where the program may. */
ERBIUM_PROCESS (consume, ERBIUM_VIEW (int));
void
consume (ERBIUM_VIEW (int) v)
{
  cpu_set_t its;
  for (int i = 0; i < N; i++)
    {
      expect_equal (erbium_update (v, i + 1), i + 1);
      expect_equal (ERBIUM_AT (v, i), i);
    }
  CPU_ZERO (&its);
  for (int n = 0; n < 1000 && !CPU_EQUAL (&its, &all); n++, usleep (1000))
    places_of_thread ("erbium/copy", &its); /* it may not have begun yet */
  expect (CPU_EQUAL (&its, &all));
}

int
main (void)
{
  expect_equal (sched_getaffinity (0, sizeof all, &all), 0);
  struct ends e = both_ends (N);
  ERBIUM_RUN (consume, erbium_give (e.in));
  for (int i = 0; i < N; i++)
    {
      erbium_stall (e.out, i + 1);
      ERBIUM_AT (e.out, i) = i;
      erbium_commit (e.out, i + 1);
    }
  erbium_join_all ();
}
