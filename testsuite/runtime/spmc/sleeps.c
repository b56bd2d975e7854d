/* SPDX-License-Identifier: MIT */
/* A cycle of sleeping spaces is told by the lowest only, and only after each has looked in vain once more since all were seen
 * to sleep; the others are played here. */
// ThreadSanitizer runs a thread of its own in a child, and a space with several threads is not searched for deadlocks.
// UNSUPPORTED: thread
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t 2>&1 | FileCheck %s
// CHECK: erbium: error: erbium_chan_recv: deadlock: these spaces wait for each other: space 1 in erbium_chan_recv waits for space 2; space 2 in
// CHECK-SAME: erbium_chan_recv waits for space 3; space 3 in erbium_chan_recv waits for space 1{{$}}
// CHECK: as it should
#include "pages/page_access.h"

#include "spaces.h"

enum { CALLER = 1, OTHER = 2, THIRD = 3, SPACES = 4 };

static void
sleeps_for (int space, int awaited)
{
  struct erb_spmc_sleep *s = &erb_spmc.space[space].sleep;
  s->awaited = awaited;
  strcpy (s->in, "erbium_chan_recv");
  erbium_store_relaxed (&s->checks, 0);
  erbium_store_relaxed (&s->turn, (erbium_load_relaxed (&s->turn) + 2) | 1);
}

static void
checks (int space, int times)
{
  erbium_add (&erb_spmc.space[space].sleep.checks, times);
}

/* The caller's, while the others do nothing. */
static void
look_often (void)
{
  for (int n = 0; n < 10; n++)
    erb_spmc_sleeps (CALLER, OTHER, "erbium_chan_recv", NULL);
}

static void
be_silent (void)
{
  look_often ();
  sleeps_for (OTHER, THIRD); /* which does not sleep */
  look_often ();
  sleeps_for (OTHER, CALLER);
  look_often ();
  checks (OTHER, 1); /* it may have begun before */
  look_often ();
  sleeps_for (OTHER, CALLER); /* anew */
  checks (OTHER, 5);
  erb_spmc_sleeps (CALLER, OTHER, "erbium_chan_recv", NULL);
  checks (OTHER, 1);
  look_often ();
  erb_spmc_sleeps_no_more (OTHER);
  look_often ();
  sleeps_for (OTHER, 0); /* a lower one would tell */
  sleeps_for (0, CALLER);
  for (int n = 0; n < 5; n++)
    {
      checks (OTHER, 3);
      checks (0, 3);
      look_often ();
    }
  sleeps_for (OTHER, THIRD); /* a cycle without the caller is told by others */
  sleeps_for (THIRD, OTHER);
  for (int n = 0; n < 5; n++)
    {
      checks (OTHER, 3);
      checks (THIRD, 3);
      look_often ();
    }
}

static void
end_in_deadlock (void)
{
  sleeps_for (OTHER, THIRD);
  sleeps_for (THIRD, CALLER);
  look_often ();
  checks (OTHER, 2);
  look_often ();
  checks (THIRD, 2);
  look_often ();
}

static void
as_caller (void *with)
{
  be_silent ();
  if (with)
    end_in_deadlock ();
  erb_spmc_sleeps_no_more (CALLER);
}

static int
end_of (void *with)
{
  return WEXITSTATUS (status_of (start_space (CALLER, as_caller, with)));
}

int
main (void)
{
  spmc_init (SPACES);
  expect_equal (end_of (NULL), 0);
  expect_equal (end_of (shared_memory (1)), 121);
  puts ("as it should");
}
