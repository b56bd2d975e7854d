/* SPDX-License-Identifier: MIT */
/* A move that was a loss is undone: each process goes back to where it was, and one that
 * has not been moved stays, though an earlier plan may have moved it. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
#define erb_worker_home home_of
#define erb_balance balance_here
#define erb_balance_undo undo_here
#include "fiber/balance.c"
#include "test.h"

static struct erb_worker worker[3];
static struct erb_process process[4];

/* At first the first two are at home on the first worker, the others on the last. */
static struct erb_worker *home[] = { &worker[0], &worker[0], &worker[2], &worker[2] };

struct erb_worker *
home_of (const struct erb_process *p)
{
  return home[p - process];
}

/* Where they have been told to go is their home then. */
static void
arrive (void)
{
  for (int n = 0; n < 4; n++)
    {
      struct erb_worker *to = (struct erb_worker *) (intptr_t) erbium_load_acquire (&process[n].move_to);
      home[n] = to ? to : home[n];
      erbium_store_relaxed (&process[n].move_to, 0);
    }
}

static struct erb_worker *
goes_to (int n)
{
  return (struct erb_worker *) (intptr_t) erbium_load_acquire (&process[n].move_to);
}

int
main (void)
{
  struct erb_process *planned[] = { &process[0], &process[1], &process[2] };
  int cuts[] = { 0, 0, 3, 3 }; /* all three go to the second worker */
  erbium_program p = { .workers = 3, .worker = worker, .processes = &process[0] };
  struct plan s = { .process = planned, .count = 3, .cut = cuts };
  for (int n = 0; n < 3; n++)
    process[n].next = &process[n + 1];
  erb_lock_init (&p.lock);
  move (&p, &s);
  for (int n = 0; n < 3; n++)
    expect (goes_to (n) == &worker[1]);
  expect (goes_to (3) == NULL);
  arrive ();
  undo_here (&p);
  expect (goes_to (0) == &worker[0] && goes_to (1) == &worker[0] && goes_to (2) == &worker[2]);
  expect (goes_to (3) == NULL);
  arrive ();

  /* Another plan: the first one alone goes to the last worker. */
  s.count = 1;
  cuts[1] = cuts[2] = 0;
  cuts[3] = 1;
  move (&p, &s);
  expect (goes_to (0) == &worker[2]);
  arrive ();
  undo_here (&p);
  expect (goes_to (0) == &worker[0]);
  for (int n = 1; n < 4; n++)
    expect (goes_to (n) == NULL);
}
