/* SPDX-License-Identifier: MIT */
/* A true deadlock keeps no artificial one from being grown away, while others go on. */
// RUN: %build
// RUN: %exits 121 --each %s %t
// CHECK: the artificial ones went on
// CHECK: error: true deadlock: every process waits
#include "../ring.h"

enum { PAIRS = 3 };

static SHARED atomic_long through;

ERBIUM_PROCESS (produce, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
produce (ERBIUM_RECORD (int) a, ERBIUM_RECORD (int) b)
{
  ERBIUM_VIEW (int) x = erbium_new_write_view (a), y = erbium_new_write_view (b);
  erbium_register (x, 1);
  erbium_alloc (x, 1);
  erbium_register (y, 1);
  erbium_alloc (y, 1);
  for (int i = 1; i <= 5; i++)
    {
      erbium_stall (x, i);
      erbium_commit (x, i);
    }
  erbium_commit (y, 1);
}

ERBIUM_PROCESS (consume, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
consume (ERBIUM_RECORD (int) a, ERBIUM_RECORD (int) b)
{
  ERBIUM_VIEW (int) x = erbium_new_read_view (a), y = erbium_new_read_view (b);
  erbium_register (x, 1);
  erbium_alloc (x, 1);
  erbium_register (y, 1);
  erbium_alloc (y, 1);
  expect_equal (erbium_update (y, 1), 1);
  tell (&through, told (&through) + 1);
}

static void
run_pair (void)
{
  ERBIUM_RECORD (int) a = erbium_new_record (int, 1, 1), b = erbium_new_record (int, 1, 1);
  ERBIUM_RUN (produce, a, b);
  ERBIUM_RUN (consume, a, b);
}

static void
wait_for (long pairs)
{
  while (told (&through) < pairs)
    usleep (1000);
}

/* Pairs before and behind the true deadlock in the list of processes. */
int
main (void)
{
  run_pair ();
  run_ring_of_two ();
  for (int n = 1; n < PAIRS; n++)
    {
      wait_for (n);
      run_pair ();
    }
  wait_for (PAIRS);
  fprintf (stderr, "the artificial ones went on\n");
}
