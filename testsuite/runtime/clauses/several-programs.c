/* SPDX-License-Identifier: MIT */
/* Nothing is a singleton: program parts with programs of their own run side by
 * side, join their own processes and end alone. */
// RUN: %build
// RUN: %run %t
#include "test.h"

static SHARED atomic_long count[2];

ERBIUM_PROCESS (produce, ERBIUM_RECORD (int), int);
void
produce (ERBIUM_RECORD (int) r, int n)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 8);
  for (int i = 0; i < n; i++)
    {
      erbium_stall (v, i + 1);
      ERBIUM_AT (v, i) = i;
      erbium_commit (v, i + 1);
    }
}

ERBIUM_PROCESS (consume, ERBIUM_RECORD (int), int);
void
consume (ERBIUM_RECORD (int) r, int which)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 8);
  for (int i = 0; erbium_update (v, i + 1) > i; i++)
    {
      expect_equal (ERBIUM_AT (v, i), i);
      erbium_release (v, i + 1);
      atomic_fetch_add (&count[which], 1);
    }
}

static void
start (int which, int n)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_RUN (produce, r, n);
  ERBIUM_RUN (consume, r, which);
}

int
main (void)
{
  for (int round = 1; round <= rounds (20); round++)
    {
      erbium_program *mine = erbium_program_new ();
      start (0, 1000); /* in the default program */
      erbium_program *before = erbium_program_enter (mine);
      expect_equal (erbium_set ("WINDOW", "8192"), 0);
      start (1, 500);
      erbium_join_all (); /* mine alone */
      expect_equal (told (&count[1]), 500 * round);
      expect (erbium_program_enter (before) == mine);
      erbium_join_all ();
      expect_equal (told (&count[0]), 1000 * round);
      erbium_program_free (mine);
    }
}
