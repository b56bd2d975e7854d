/* SPDX-License-Identifier: MIT */
/* A reader asks for more than there will be.  One producer ends at 50; when the other has
 * committed 50 too that is the end, and the reader gets it at once, though that producer
 * is in the kernel until the reader has it. */
// RUN: %build
// RUN: %run %t
#include <time.h>
#include "test.h"

enum { END = 50 };

static int ends[2];

/* So that the reader is asleep by then, and waits for both. */
static void
rest (int ms)
{
  struct timespec t = { 0, ms * 1000000L };
  nanosleep (&t, NULL);
}

ERBIUM_PROCESS (ends_first, ERBIUM_RECORD (int));
void
ends_first (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 200);
  erbium_stall (v, END);
  erbium_commit (v, END);
  rest (50);
}

ERBIUM_PROCESS (goes_away, ERBIUM_RECORD (int));
void
goes_away (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  char c;
  erbium_register (v, 2);
  erbium_alloc (v, 200);
  erbium_stall (v, END + 10);
  rest (150);
  erbium_commit (v, END);
  expect_equal (read (ends[0], &c, 1), 1);
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 2, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  expect_equal (pipe (ends), 0);
  erbium_register (v, 1);
  erbium_alloc (v, 200);
  ERBIUM_RUN (ends_first, r);
  ERBIUM_RUN (goes_away, r);
  expect_equal (erbium_update (v, 100), END);
  expect_equal (write (ends[1], "", 1), 1);
}
