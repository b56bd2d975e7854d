/* SPDX-License-Identifier: MIT */
/* Where windows are many, a fiber is granted large bursts one at a time, and small ones as far as
 * there is room. */
// RUN: %fiber -I%root/ir-spec
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 %timed %t
#include "../ints.h"
#include "sync/sync.h"
#include "window/arena.h"

enum { HORIZON = 1 << 13, LARGE = HORIZON / 16, SMALL = HORIZON / 128, MANY = 300 };

static int64_t
granted_beyond (record r, int burst)
{
  view v = writes (r, HORIZON);
  erbium_stall (v, burst);
  int64_t granted = erbium_load_relaxed (&((struct erb_view *) v)->slot->granted);
  erbium_commit (v, burst);
  return granted - burst;
}

ERBIUM_PROCESS (measure, int64_t *, record, int);
void
measure (int64_t *beyond, record r, int burst)
{
  *beyond = granted_beyond (r, burst);
}

static int64_t
beyond (int burst)
{
  int64_t result = -1;
  record r = erbium_new_record (int, 1, 1);
  view in = reads (r, burst);
  ERBIUM_RUN (measure, &result, r, burst);
  expect_equal (erbium_update (in, burst), burst);
  erbium_join_all ();
  return result;
}

int
main (void)
{
  expect (beyond (LARGE) > 0);
  expect (beyond (SMALL) > 0);
  erbium_add (&erb_self ()->program->arena->windows, MANY);
  expect_equal (beyond (LARGE), 0);
  expect (beyond (SMALL) > 0);
}
