/* SPDX-License-Identifier: MIT */
/* A fiber begins to wait for more than there will be, since one producer has ended at 50.
 * When the other has committed 50 too that is the end, and the fiber gets it at once, though
 * that producer is in the kernel until the fiber has it. */
// RUN: %build
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 timeout 60 %t
#include "test.h"

enum { END = 50, ROOM = 200 };

typedef ERBIUM_VIEW (int) view;

static int ends[2];

ERBIUM_PROCESS (ends_first, view);
void
ends_first (view v)
{
  erbium_stall (v, END);
  erbium_commit (v, END);
}

/* Waits for the reader's word, and has the worker when that waits for more. */
ERBIUM_PROCESS (goes_away, view, view);
void
goes_away (view v, view says)
{
  char c;
  erbium_stall (v, ROOM);
  expect_equal (erbium_update (says, 1), 1);
  erbium_commit (v, END);
  expect_equal (read (ends[0], &c, 1), 1);
}

ERBIUM_PROCESS (reads, view, view, erbium_process);
void
reads (view v, view says, erbium_process first)
{
  erbium_join (first);
  erbium_stall (says, 1);
  ERBIUM_AT (says, 0) = 1;
  erbium_commit (says, 1);
  expect_equal (erbium_update (v, 2 * END), END);
  expect_equal (write (ends[1], "", 1), 1);
}

static view
connect (view v, int id)
{
  erbium_register (v, id);
  erbium_alloc (v, ROOM);
  return v;
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 2, 1);
  struct ends word = both_ends (1);
  view a = connect (erbium_new_write_view (r), 1), b = connect (erbium_new_write_view (r), 2),
       v = connect (erbium_new_read_view (r), 1);
  expect_equal (pipe (ends), 0);
  erbium_process first = ERBIUM_RUN (ends_first, a);
  ERBIUM_RUN (goes_away, b, word.in);
  ERBIUM_RUN (reads, v, word.out, first);
}
