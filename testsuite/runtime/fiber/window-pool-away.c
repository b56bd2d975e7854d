/* SPDX-License-Identifier: MIT */
/* The window of a process that runs is not taken into the pool: one that is away from its worker,
 * since it blocks, may write any moment, though its reader, which has all, waits there. */
// RUN: %fiber -I%root/ir-spec
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 timeout 60 %t
#include "sync/sync.h"
#include "test.h"

enum { N = 3000 }; /* elements, and horizon: more than a small window */

static atomic_int waits;

ERBIUM_PROCESS (tells, int);
void
tells (int value)
{
  atomic_store (&waits, value);
}

/* Where it waits it has released all, and then the other has its turn. */
ERBIUM_PROCESS (reads, ERBIUM_VIEW (int));
void
reads (ERBIUM_VIEW (int) v)
{
  for (int i = 0; i < 2 * N; i += N)
    {
      if (i > 0)
        ERBIUM_RUN (tells, 1);
      expect_equal (erbium_update (v, i + N), i + N);
      for (int k = i; k < i + N; k++)
        expect_equal (ERBIUM_AT (v, k), k);
      erbium_release (v, i + N);
    }
}

static void
put (ERBIUM_VIEW (int) v, int from)
{
  erbium_stall (v, from + N);
  for (int i = from; i < from + N; i++)
    ERBIUM_AT (v, i) = i;
  erbium_commit (v, from + N);
}

ERBIUM_PROCESS (blocks, ERBIUM_VIEW (int));
void
blocks (ERBIUM_VIEW (int) v)
{
  const struct erb_view *view = (const struct erb_view *) v;
  put (v, 0);
  const struct erb_window *mine = view->window;
  erbium_blocking
  {
    while (!atomic_load (&waits))
      usleep (100);
    expect (mine && view->window == mine);
  }
  put (v, N);
}

int
main (void)
{
  struct ends e = both_ends (N);
  ERBIUM_RUN (blocks, e.out);
  ERBIUM_RUN (reads, e.in);
}
