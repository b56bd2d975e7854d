/* SPDX-License-Identifier: MIT */
/* Workers share no processor while another is free: one that wakes up on the processor
 * of another that is busy asks the kernel for one that is not taken, and is bound to none. */
// RUN: %cc -D_GNU_SOURCE %s -o %t %libs
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=2 ERBIUM_PLACE=spread %timed %t moves
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=3 ERBIUM_PLACE=spread %timed %t stays
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=2 ERBIUM_PLACE=spread ERBIUM_PIN=compact %timed %t bound
#include "test.h"
#include "one_of_two.h"

enum { ROUNDS = 20 };

static atomic_int runs, over;

ERBIUM_PROCESS (busy, int);
void
busy (int other)
{
  (void) other;
  atomic_fetch_add (&runs, 1);
  while (!atomic_load (&over))
    if (atomic_load (&runs) == 2)
      atomic_store (&over, 1);
}

/* Two processes that are busy at the same time. */
static void
both_busy (void)
{
  atomic_store (&runs, 0);
  atomic_store (&over, 0);
  erbium_process p = ERBIUM_RUN (busy, 0), q = ERBIUM_RUN (busy, 1);
  erbium_join (p);
  erbium_join (q);
}

/* A worker that wakes up before the other has noted its processor stays in that round. */
int
main (int argc, char **argv)
{
  expect_equal (argc, 2);
  bool moves = strcmp (argv[1], "moves") == 0;
  for (int n = 0; moves ? atomic_load (&to_both) == 0 : n < ROUNDS; n++)
    both_busy ();
  expect (moves == (atomic_load (&to_both) > 0)); /* pinning asks for single processors */
  expect (!moves || atomic_load (&to_second) > 0);
  if (strcmp (argv[1], "bound") != 0)
    expect_equal (atomic_load (&to_other), 0);
}
