/* SPDX-License-Identifier: MIT */
/* A fiber that gets all it asks for, and so never waits, lets others have a turn: one that is
 * ready, and one whose wake-up its worker has yet to make sure of.  It goes on until they have
 * had it.  If it did not make way it would be left behind, and they would run on another
 * thread.  That may happen for other reasons too, but not most times.  The same holds where it is
 * granted single bursts, since windows are very many. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 timeout 60 %t ready
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 timeout 60 %t waits
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 timeout 60 %t many
#define _GNU_SOURCE
#include <pthread.h>
#include "../ints.h"
#include "sync/sync.h"
#include "window/arena.h"

enum { FIRST = 100, ROUNDS = 20, BURST = 16, MANY = 100000 };

static atomic_int begun, had_turn, same;
static pthread_t streams_on;

static void
have_turn (void)
{
  atomic_fetch_add (&same, pthread_equal (streams_on, pthread_self ()) != 0);
  atomic_fetch_add (&had_turn, 1);
}

ERBIUM_PROCESS (is_ready);
void
is_ready (void)
{
  have_turn ();
}

/* Nobody reads but observers, so it never waits. */
ERBIUM_PROCESS (streams, int, int);
void
streams (int round, int with_neighbour)
{
  record r = erbium_new_record (int, 1, 0);
  view v = writes (r, BURST);
  streams_on = pthread_self ();
  if (with_neighbour)
    ERBIUM_RUN (is_ready);
  atomic_fetch_add (&begun, 1);
  for (erbium_index i = 0; atomic_load (&had_turn) <= round; i += BURST)
    {
      erbium_stall (v, i + BURST);
      for (int k = 0; k < BURST; k++)
        ERBIUM_AT (v, i + k) = k;
      erbium_commit (v, i + BURST);
    }
}

static void
neighbours_are_ready (void)
{
  for (int n = 0; n < ROUNDS; n++)
    {
      ERBIUM_RUN (streams, n, 1);
      erbium_join_all ();
    }
}

/* Asks for half a window, so that one element does not wake it. */
ERBIUM_PROCESS (waits, record);
void
waits (record r)
{
  view v = reads (r, 1000);
  erbium_update (v, FIRST);
  for (int n = 0; n < ROUNDS; n++)
    {
      erbium_process p = ERBIUM_RUN (streams, n, 0);
      expect_equal (erbium_update (v, FIRST + n + 1), FIRST + n + 1);
      have_turn ();
      erbium_join (p);
    }
}

static void
neighbour_waits (void)
{
  record r = erbium_new_record (int, 1, 1);
  view v = writes (r, 1000);
  ERBIUM_RUN (waits, r);
  for (int n = 0; n <= ROUNDS; n++)
    {
      while (atomic_load (&begun) < n)
        sched_yield ();
      erbium_stall (v, FIRST + n);
      erbium_commit (v, FIRST + n);
    }
  erbium_join_all ();
}

int
main (int argc, char **argv)
{
  if (argc > 1 && strcmp (argv[1], "many") == 0)
    erbium_add (&erb_self ()->program->arena->windows, MANY);
  if (argc > 1 && strcmp (argv[1], "waits") == 0)
    neighbour_waits ();
  else
    neighbours_are_ready ();
  expect_equal (atomic_load (&had_turn), ROUNDS);
  expect (atomic_load (&same) > ROUNDS / 2);
}
