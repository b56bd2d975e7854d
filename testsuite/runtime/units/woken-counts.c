/* SPDX-License-Identifier: MIT */
/* A worker that is woken counts as awake at once, and once: before it runs, no other worker falls
 * asleep as the last one, and searches all processes for a deadlock. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: env ERBIUM_TASK=fiber %timed %t
#include "test.h"
#include "fiber/worker.h"

int
main (void)
{
  erbium_program *p = erb_self ()->program;
  struct erb_worker *w = aligned_alloc (ERBIUM_LINE, sizeof *w);
  memset (w, 0, sizeof *w);
  w->program = p;
  int before = erbium_load_relaxed (&p->awake);
  erb_worker_wake (w); /* it does not sleep */
  expect_equal (erbium_load_relaxed (&p->awake), before);
  erbium_store_relaxed (&w->asleep, 1);
  erb_worker_wake (w);
  erb_worker_wake (w);
  expect_equal (erbium_load_relaxed (&p->awake), before + 1);
  erbium_add (&p->awake, -1);
  free (w);
}
