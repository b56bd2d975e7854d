/* SPDX-License-Identifier: MIT */
/* Where nobody spins, since other programs need the processors, a process that mostly gets no more
 * than it needs and whose turns are short goes to the processor of its partner, if that has the
 * lower number, and is bound to none.  A process stays that is already there, whose turns are long,
 * or that is pinned. */
// RUN: %cc -D_GNU_SOURCE -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: env ERBIUM_TASK=thread %timed %t joins
// RUN: env ERBIUM_TASK=space %timed %t joins
// RUN: env ERBIUM_TASK=thread %timed %t there
// RUN: env ERBIUM_TASK=thread %timed %t long
// RUN: env ERBIUM_TASK=thread ERBIUM_PIN=compact %timed %t pinned
#include "test.h"
#include "one_of_two.h"
#include "sync/sync.h"

enum { TURNS = 500 };

static const struct timespec moment = { .tv_nsec = 50000 };

static int others; /* processor of the process that answers */
static bool long_turns;

ERBIUM_PROCESS (answer, ERBIUM_VIEW (int), ERBIUM_VIEW (int));

/* Longer than a short turn lasts, by far. */
static void
compute (void)
{
  for (volatile int n = 0; long_turns && n < 1000000; n++)
    ;
}

static void
pass (ERBIUM_VIEW (int) out, int i)
{
  compute ();
  erbium_stall (out, i + 1);
  ERBIUM_AT (out, i) = i;
  erbium_commit (out, i + 1);
}

void
answer (ERBIUM_VIEW (int) in, ERBIUM_VIEW (int) out)
{
  running_on = others;
  for (int i = 0; erbium_update (in, i + 1) > i; i++)
    {
      nanosleep (&moment, NULL); /* so that main sleeps */
      pass (out, i);
      erbium_release (in, i + 1);
    }
}

static void
exchange (void)
{
  /* With room for more, so that no process waits after a short turn for room. */
  struct ends there = both_ends (4), back = both_ends (4);
  ERBIUM_RUN (answer, erbium_give (there.in), erbium_give (back.out));
  for (int i = 0; i < TURNS; i++)
    {
      pass (there.out, i);
      expect_equal (erbium_update (back.in, i + 1), i + 1);
      erbium_release (back.in, i + 1);
    }
  erbium_free_view (there.out, ERBIUM_TERMINATE);
  erbium_join_all ();
}

int
main (int argc, char **argv)
{
  expect_equal (argc, 2);
  bool joins = strcmp (argv[1], "joins") == 0;
  long_turns = strcmp (argv[1], "long") == 0;
  others = first;
  running_on = strcmp (argv[1], "there") == 0 ? first : second;
  erbium_program *p = erb_self ()->program;
  erbium_store_relaxed (&p->spinning.from, INT64_MAX);
  p->set.doze = 1000000000; /* ns; a doze ends when the process is woken, however late that is */
  exchange ();
  expect (joins == (atomic_load (&to_both) > 0)); /* pinning asks for single processors */
  expect (!joins || atomic_load (&to_first) > 0);
}
