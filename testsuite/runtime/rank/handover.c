/* SPDX-License-Identifier: MIT */
/* A reader hands its id over, or passes its view on in the middle of a stream, from rank to rank;
 * no element is lost, or read twice. */
// RUN: %build
// RUN: %ranks %t | FileCheck %s
#include "test.h"

enum { N = 3000, PART = 500 };

ERBIUM_PROCESS (produce, ERBIUM_VIEW (int));
void
produce (ERBIUM_VIEW (int) v)
{
  erbium_alloc (v, 64);
  for (int i = 0; i < N; i++)
    {
      erbium_stall (v, i + 1);
      ERBIUM_AT (v, i) = i;
      erbium_commit (v, i + 1);
    }
}

/* Reads a part; the rest is read by a process that goes on with the same id. */
ERBIUM_PROCESS (hand, ERBIUM_RECORD (int), int);
void
hand (ERBIUM_RECORD (int) r, int from)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 10);
  for (int i = from; i < from + PART; i++)
    {
      expect_equal (erbium_update (v, i + 1), i + 1);
      expect_equal (ERBIUM_AT (v, i), i);
      erbium_release (v, i + 1);
    }
  if (from + PART < N)
    {
      erbium_free_view (v, ERBIUM_HANDOVER);
      ERBIUM_RUN (hand, r, from + PART);
    }
  else
    {
      expect_equal (erbium_update (v, N + 1), 0);
      printf ("handed over\n");
    }
}

/* The same with one view. */
ERBIUM_PROCESS (pass, ERBIUM_VIEW (int), int);
void
pass (ERBIUM_VIEW (int) v, int from)
{
  for (int i = from; i < from + PART; i++)
    {
      expect_equal (erbium_update (v, i + 1), i + 1);
      expect_equal (ERBIUM_AT (v, i), i);
      erbium_release (v, i + 1);
    }
  if (from + PART < N)
    ERBIUM_RUN (pass, erbium_give (v), from + PART);
  else
    {
      expect_equal (erbium_update (v, N + 1), 0);
      printf ("passed on\n");
    }
}

static ERBIUM_VIEW (int)
registered_writer (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  return v;
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_RUN (produce, erbium_give (registered_writer (r)));
  ERBIUM_RUN (hand, r, 0);
  erbium_join_all ();
  // CHECK: handed over

  r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 10);
  ERBIUM_RUN (produce, erbium_give (registered_writer (r)));
  ERBIUM_RUN (pass, erbium_give (v), 0);
  erbium_join_all ();
  // CHECK: passed on
}
