/* SPDX-License-Identifier: MIT */
/* A thread that waits for a partner on its own processor asks the kernel for another one, and is
 * bound to none.  It stays if threads are pinned, or if more threads are awake than there are
 * processors, or if it is sealed (seal/own-processor.c).  A partner that has ended may
 * still be found in its slot, with a descriptor that is about to be used again. */
// RUN: %cc -D_GNU_SOURCE -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: env ERBIUM_TASK=thread %timed %t leaves 0
// RUN: env ERBIUM_TASK=thread ERBIUM_PIN=compact %timed %t stays 0
// RUN: env ERBIUM_TASK=thread %timed %t stays 2
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 %timed %t leaves 0
// RUN: env ERBIUM_TASK=space %timed %t leaves 0
// RUN: env ERBIUM_TASK=thread %timed %t ended 0
#include "test.h"
#include "one_of_two.h"
#include "sync/sync.h"

enum { TURNS = 200 };

static SHARED atomic_int over;
static bool leaves;

ERBIUM_PROCESS (answer, ERBIUM_VIEW (int), ERBIUM_VIEW (int));
ERBIUM_PROCESS (compute, int);

/* Answers late, so that the other process polls in vain. */
void
answer (ERBIUM_VIEW (int) in, ERBIUM_VIEW (int) out)
{
  for (int i = 0; erbium_update (in, i + 1) > i; i++)
    {
      for (volatile int n = 0; n < 100000; n++)
        ;
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = ERBIUM_AT (in, i);
      erbium_commit (out, i + 1);
      erbium_release (in, i + 1);
    }
  expect (leaves || atomic_load (&to_both) == 0); /* counted here, where it is sealed */
}

void
compute (int number)
{
  (void) number;
  while (!atomic_load (&over))
    ;
}

/* The descriptor of a partner that has ended holds nothing but what others may still read. */
static void
leave_ended (void)
{
  static struct erb_process ended;
  struct ends e = both_ends (1);
  struct erb_wait w = erb_wait_of ((struct erb_view *) e.in, ERB_update, ERB_WRITE, 1, "here");
  erb_note_processor (w.process);
  ended.processor = w.process->processor;
  expect_equal (erbium_load_relaxed (&ended.processor), 1 + first);
  erbium_store_relaxed (&w.record->slot[ERB_WRITE][0].owner, (intptr_t) &ended);
  erb_leave_partner (&w);
  expect_equal (atomic_load (&to_second), 1);
  erbium_store_relaxed (&w.record->slot[ERB_WRITE][0].owner, (intptr_t) w.process);
}

static void
exchange (void)
{
  struct ends there = both_ends (1), back = both_ends (1);
  ERBIUM_RUN (answer, erbium_give (there.in), erbium_give (back.out));
  for (int i = 0; leaves ? atomic_load (&to_both) == 0 : i < TURNS; i++)
    {
      erbium_stall (there.out, i + 1);
      ERBIUM_AT (there.out, i) = i;
      erbium_commit (there.out, i + 1);
      expect_equal (erbium_update (back.in, i + 1), i + 1);
      erbium_release (back.in, i + 1);
    }
  erbium_free_view (there.out, ERBIUM_TERMINATE);
}

int
main (int argc, char **argv)
{
  if (argc == 3 && strcmp (argv[1], "ended") == 0)
    {
      leave_ended ();
      return 0;
    }
  expect_equal (argc, 3);
  leaves = strcmp (argv[1], "leaves") == 0;
  for (int n = 0; n < atoi (argv[2]); n++)
    ERBIUM_RUN (compute, n);
  exchange ();
  exchange (); /* with a process that knows from its start where main has waited */
  atomic_store (&over, 1);
  erbium_join_all ();
  expect (leaves == (atomic_load (&to_both) > 0)); /* pinning asks for single processors */
  expect_equal (leaves ? atomic_load (&to_other) : 0, 0);
  expect (!leaves || atomic_load (&to_second) > 0);
}
