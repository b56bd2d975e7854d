/* SPDX-License-Identifier: MIT */
/* While other programs compute, a yield gives a time slice away.  Processes that wait for each
 * other notice one such slice, then sleep without spinning first, and wake each other; when the
 * load is gone they spin again.
 *
 * The clock is a fake: it advances a little with each reading, and by a slice with each yield.  So
 * the number of yields depends on no time. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t thread
// ThreadSanitizer knows of one process only (TEST_BUT).
// RUN: sh -c '[ "$TEST_BUT" = space ] || exec %timed %t space'
#include <sys/mman.h>
#include "test.h"
#include "task/task.h"

enum { PROCESSES = 3, LOOK = 100, SLICE = 4000000, FEW = 4 * PROCESSES }; /* ns; yields */
static const int64_t long_after = 100000000000;

/* Shared by all processes, also by spaces. */
static struct { _Atomic int64_t clock; atomic_long yields, slice, asked; } *world;

static int64_t
now (void)
{
  return atomic_fetch_add (&world->clock, LOOK);
}

static void
yield (void)
{
  atomic_fetch_add (&world->yields, 1);
  atomic_fetch_add (&world->clock, told (&world->slice));
  sched_yield ();
}

ERBIUM_PROCESS (pass_on, ERBIUM_RECORD (int), ERBIUM_RECORD (int), int, int);
void
pass_on (ERBIUM_RECORD (int) from, ERBIUM_RECORD (int) to, int begins, int turns)
{
  ERBIUM_VIEW (int) in = erbium_new_read_view (from), out = erbium_new_write_view (to);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  erbium_register (out, 1);
  erbium_alloc (out, 1);
  for (int i = 0; i < turns; i++)
    {
      if (!begins && !erbium_update (in, i + 1))
        return;
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = begins ? i : ERBIUM_AT (in, i);
      erbium_commit (out, i + 1);
      if (begins)
        expect_equal (erbium_update (in, i + 1), i + 1);
      expect_equal (ERBIUM_AT (in, i), i);
      erbium_release (in, i + 1);
    }
}

/* Returns how many times processes yield while an element goes around `turns' times. */
static long
yields_of_cycle (int turns)
{
  ERBIUM_RECORD (int) r[PROCESSES];
  long before = told (&world->yields);
  for (int n = 0; n < PROCESSES; n++)
    r[n] = erbium_new_record (int, 1, 1);
  for (int n = 0; n < PROCESSES; n++)
    ERBIUM_RUN (pass_on, r[n], r[(n + 1) % PROCESSES], n == 0, turns);
  erbium_join_all ();
  return told (&world->yields) - before;
}

/* A round that is late because other threads of the program have run does not count. */
static int64_t used;

static int64_t
processor_time (void)
{
  if (world)
    atomic_fetch_add (&world->asked, 1);
  return used;
}

static void
rests_for_others_only (void)
{
  static struct erb_os os;
  struct erb_spinning s = { .processors = 2 };
  const int64_t ms = 1000000;
  os = erb_os_linux;
  os.processor_time = processor_time;
  erb_os = &os;
  expect (!erb_spinning_note (&s, ms, 5 * ms)); /* nothing is known yet */
  used = 18 * ms;
  expect (!erb_spinning_note (&s, 11 * ms, 15 * ms) && erb_spinning_pays (&s, 15 * ms));
  used += 10 * ms; /* of 20 */
  expect (erb_spinning_note (&s, 21 * ms, 25 * ms) && !erb_spinning_pays (&s, 25 * ms));
  erb_os = &erb_os_linux;
}

/* After a late round no process spins, for longer if the round before was late too. */
static void
rests (void)
{
  struct erb_spinning s = { .from = { 0 } };
  const int64_t ms = 1000000;
  expect (erb_spinning_pays (&s, 0));
  expect (!erb_spinning_note (&s, 0, ms / 10) && erb_spinning_pays (&s, ms / 10));
  expect (erb_spinning_note (&s, 10 * ms, 14 * ms));
  int64_t again = 14 * ms + 8 * 4 * ms;
  expect (!erb_spinning_pays (&s, again - ms) && erb_spinning_pays (&s, again));
  expect (erb_spinning_note (&s, again, again + ms));
  expect (!erb_spinning_pays (&s, again + 64 * ms));
  expect (erb_spinning_pays (&s, again + ms + 64 * ms));
  expect (erb_spinning_note (&s, again, again + 5 * ms)); /* began before that */
  expect (erb_spinning_pays (&s, again + ms + 64 * ms));
  again += 10000 * ms; /* the last late round was long ago */
  expect (erb_spinning_note (&s, again, again + ms) && erb_spinning_pays (&s, again + 9 * ms));
}

int
main (int argc, char **argv)
{
  static struct erb_os os;
  rests ();
  rests_for_others_only ();
  world = mmap (NULL, sizeof *world, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  expect (argc == 2 && world != MAP_FAILED && erbium_set ("TASK", argv[1]) == 0);
  erbium_program *program = erb_self ()->program;
  program->processors = 1;
  os = erb_os_linux;
  os.now = now;
  os.yield = yield;
  os.processor_time = processor_time;
  erb_os = &os;
  tell (&world->slice, SLICE);
  long loaded = yields_of_cycle (300);
  expect (loaded > 0 && loaded <= FEW);
  /* Not by spaces: other processes of the system spin for them, and if they are sealed, the answer
   * would be one of their logical clock, at a moment that depends on the load. */
  expect ((told (&world->asked) > 0) == (strcmp (argv[1], "thread") == 0));
  atomic_fetch_add (&world->clock, long_after);
  tell (&world->slice, 0);
  expect (yields_of_cycle (5) > PROCESSES);
  erb_os = &erb_os_linux;
  return 0;
}
