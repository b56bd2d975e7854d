/* SPDX-License-Identifier: MIT */
/* A tree of processes is walked depth first: of 4095 processes only some of each level are alive at
 * a time, on one worker and on several, also where each of them computes for long. */
// RUN: %fiber
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 %t 24
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=2 %t 200
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=2 %t 200 600000
#include "test.h"
#include "busy.h"

enum { DEPTH = 11 };

static erbium_atomic alive, most;
static long turn; /* ns */

static void
count (void)
{
  int64_t now = erbium_add (&alive, 1), before;
  do
    before = erbium_load_relaxed (&most);
  while (now > before && !erbium_cas (&most, before, now));
}

ERBIUM_PROCESS (node, ERBIUM_RECORD (int), int);

static int
result_of (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) in = erbium_new_read_view (r);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  expect_equal (erbium_update (in, 1), 1);
  int result = ERBIUM_AT (in, 0);
  erbium_free_view (in, ERBIUM_TERMINATE);
  return result;
}

void
node (ERBIUM_RECORD (int) result, int depth)
{
  int sum = 1;
  count ();
  compute_for (turn);
  if (depth > 0)
    {
      ERBIUM_RECORD (int) left = erbium_new_record (int, 1, 1);
      ERBIUM_RECORD (int) right = erbium_new_record (int, 1, 1);
      ERBIUM_RUN (node, left, depth - 1);
      ERBIUM_RUN (node, right, depth - 1);
      sum += result_of (left);
      sum += result_of (right);
    }
  ERBIUM_VIEW (int) out = erbium_new_write_view (result);
  erbium_register (out, 1);
  erbium_alloc (out, 1);
  erbium_stall (out, 1);
  ERBIUM_AT (out, 0) = sum;
  erbium_add (&alive, -1);
  erbium_commit (out, 1);
}

int
main (int argc, char **argv)
{
  ERBIUM_RECORD (int) result = erbium_new_record (int, 1, 1);
  expect (argc >= 2);
  turn = argc > 2 ? atol (argv[2]) : 0;
  ERBIUM_RUN (node, result, DEPTH);
  expect_equal (result_of (result), (2 << DEPTH) - 1);
  int64_t seen = erbium_load_relaxed (&most);
  expect (seen > DEPTH && seen <= atoi (argv[1]));
  return 0;
}
