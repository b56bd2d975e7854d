/* SPDX-License-Identifier: MIT */
/* A record of fibers has a window only while it has elements: a chain of a thousand
 * processes gets along with a few, however much flows through it. */
// RUN: %fiber -I%root/ir-spec
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 %t
#include "sync/sync.h"
#include "test.h"

enum { STAGES = 1000, N = 100000, HORIZON = 1024, MOST = 20 };

/* When all others are there: what flows depends on nobody but the worker then. */
ERBIUM_PROCESS (count, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
count (ERBIUM_RECORD (int) gate, ERBIUM_RECORD (int) to)
{
  ERBIUM_VIEW (int) all = erbium_new_read_view (gate);
  erbium_register (all, 1);
  erbium_alloc (all, 1);
  erbium_update (all, 1);
  ERBIUM_VIEW (int) out = erbium_new_write_view (to);
  erbium_register (out, 1);
  erbium_alloc (out, HORIZON);
  for (int i = 0; i < N; i++)
    {
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = i;
      erbium_commit (out, i + 1);
    }
}

ERBIUM_PROCESS (pass_on, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
pass_on (ERBIUM_RECORD (int) from, ERBIUM_RECORD (int) to)
{
  ERBIUM_VIEW (int) in = erbium_new_read_view (from), out = erbium_new_write_view (to);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  erbium_register (out, 1);
  erbium_alloc (out, HORIZON);
  for (int i = 0; erbium_update (in, i + 1) > i; i++)
    {
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = ERBIUM_AT (in, i) + 1;
      erbium_release (in, i + 1);
      erbium_commit (out, i + 1);
    }
}

static int64_t most; /* windows at a time */

ERBIUM_PROCESS (look, ERBIUM_RECORD (int));
void
look (ERBIUM_RECORD (int) from)
{
  ERBIUM_VIEW (int) in = erbium_new_read_view (from);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  int i;
  for (i = 0; erbium_update (in, i + 1) > i; i++)
    {
      expect_equal (ERBIUM_AT (in, i), i + STAGES);
      erbium_release (in, i + 1);
      int64_t now = erb_arena_windows (erb_self ()->program->arena);
      most = now > most ? now : most;
    }
  expect_equal (i, N);
}

static void
run_chain (void)
{
  ERBIUM_RECORD (int) gate = erbium_new_record (int, 1, 1), last = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) open = erbium_new_write_view (gate);
  erbium_register (open, 1);
  erbium_alloc (open, 1);
  ERBIUM_RUN (count, gate, last);
  for (int n = 0; n < STAGES; n++)
    {
      ERBIUM_RECORD (int) next = erbium_new_record (int, 1, 1);
      ERBIUM_RUN (pass_on, last, next);
      last = next;
    }
  ERBIUM_RUN (look, last);
  erbium_stall (open, 1);
  erbium_commit (open, 1);
  erbium_free_view (open, ERBIUM_TERMINATE);
  erbium_join_all ();
}

int
main (void)
{
  run_chain ();
  expect (most > 0);
  expect (most < MOST);
}
