/* SPDX-License-Identifier: MIT */
/* With ERBIUM_COMMUNICATOR=auto a reader is measured alone.  Then it gets a communicator, if a
 * processor is free, and keeps it if elements come at least 3% faster with it. */
// RUN: %build -I%root/runtime -I%root/ir-spec
// RUN: env ERBIUM_WINDOWS=private ERBIUM_TASK=thread %timed %t
#include "record/record.h"
#include "test.h"

enum { HORIZON = 1 << 12, MILLISECOND = 1000000 };
enum { BURSTS = (1 << 20) / (int) sizeof (int) / HORIZON }; /* of a measurement */

static struct erb_os stopped;
static int64_t time_here; /* ns */
static __thread bool is_main;

/* The time of the thread that is measured passes only where this test says so. */
static int64_t
now (void)
{
  return is_main ? time_here : erb_os_linux.now ();
}

static erbium_index at;

static void
move (struct ends e, int bursts)
{
  for (; bursts > 0; bursts--)
    {
      erbium_stall (e.out, at + HORIZON);
      for (erbium_index i = at; i < at + HORIZON; i++)
        ERBIUM_AT (e.out, i) = (int) i;
      at += HORIZON;
      erbium_commit (e.out, at);
      expect_equal (erbium_update (e.in, at), at);
      expect_equal (ERBIUM_AT (e.in, at - 1), (int) at - 1);
      erbium_release (e.in, at);
    }
}

/* The next update finds that the last megabyte took so many ms. */
static void
measured (struct ends e, int64_t ms)
{
  move (e, BURSTS);
  time_here += ms * MILLISECOND;
  move (e, 1);
}

static bool
is_served (struct ends e)
{
  return ((struct erb_view *) e.in)->own.served != NULL;
}

/* A megabyte takes 1000 ms alone, and then `ms'. */
static void
try (int processors, bool tried, int64_t ms, bool kept)
{
  struct ends e = both_ends (HORIZON);
  ((struct erb_view *) e.in)->record->program->processors = processors;
  at = 0;
  move (e, 1);
  measured (e, 19); /* too short for a measurement */
  expect (!is_served (e));
  measured (e, 1981);
  expect_equal (is_served (e), tried);
  measured (e, ms);
  expect_equal (is_served (e), kept);
  measured (e, 10000); /* what was decided stays */
  expect_equal (is_served (e), kept);
  erbium_free_view (e.out, ERBIUM_TERMINATE);
  erbium_free_view (e.in, ERBIUM_TERMINATE);
}

int
main (void)
{
  stopped = erb_os_linux;
  stopped.now = now;
  erb_os = &stopped;
  is_main = true;
  try (8, true, 900, true);
  try (8, true, 1000, false);
  try (1, false, 900, false);
}
