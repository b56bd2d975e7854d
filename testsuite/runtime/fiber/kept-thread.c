/* SPDX-License-Identifier: MIT */
/* Processes that keep their threads, among others that do not, while each moves as often as it can:
 * a thread-local variable stays theirs over each primitive, in a block that may wait too, and
 * others proceed meanwhile. */
// RUN: %cc %s -o %t %libs
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 %timed %t
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=3 ERBIUM_PLACE=wander %timed %t
// RUN: env ERBIUM_TASK=auto ERBIUM_WORKERS=2 %timed %t
// RUN: env ERBIUM_TASK=thread %timed %t
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=2 %timed not %t cycle 2>&1 | FileCheck %s
#include "ints.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

enum { PAIRS = 12, BURST = 16, N = 300 * BURST, ROUNDS = 4, MANY = 40 };

static __thread int mine;

static void __attribute__ ((noinline))
set_mine (int to)
{
  mine = to;
}

static int __attribute__ ((noinline))
get_mine (void)
{
  return mine;
}

ERBIUM_PROCESS (leaf, int);
void
leaf (int id)
{
  set_mine (-id);
}

ERBIUM_PROCESS (writer, record, int);
void
writer (record r, int id)
{
  if (id % 3 != 0)
    erbium_keep_thread ();
  view v = writes (r, 4 * BURST);
  for (int i = 0; i < N; i += BURST)
    {
      set_mine (id);
      erbium_process p = i % (50 * BURST) == 0 ? ERBIUM_RUN (leaf, id) : 0;
      write_up_to (v, i, i + BURST);
      if (id % 3 != 0)
        expect_equal (get_mine (), id);
      if (p)
        erbium_join (p);
      if (i % (30 * BURST) == 0)
        erbium_blocking { usleep (1); }
      if (id % 3 != 0)
        expect_equal (get_mine (), id);
    }
  if (id % 3 == 1)
    pthread_exit (NULL);
}

ERBIUM_PROCESS (reader, record, int);
void
reader (record r, int id)
{
  view v = reads (r, BURST);
  for (int i = 0; i < N; i += BURST)
    {
      if (i == 10 * BURST && id % 2 == 0)
        erbium_keep_thread ();
      set_mine (MANY + id);
      expect_equal (erbium_update (v, i + BURST), i + BURST);
      for (int j = i; j < i + BURST; j++)
        expect_equal (ERBIUM_AT (v, j), j);
      erbium_release (v, i + BURST);
      if (i >= 10 * BURST && id % 2 == 0)
        expect_equal (get_mine (), MANY + id);
    }
}

ERBIUM_PROCESS (brief, int);
void
brief (int id)
{
  erbium_keep_thread ();
  set_mine (id);
  if (id > 0)
    erbium_join (ERBIUM_RUN (brief, id - 1));
  expect_equal (get_mine (), id);
}

/* It is kept within a block that may wait, from the end of the block on, too. */
ERBIUM_PROCESS (blocked, int);
void
blocked (int id)
{
  erbium_blocking
  {
    set_mine (id);
    erbium_keep_thread ();
  }
  expect_equal (get_mine (), id);
}

/* From the last element on all are there, so no update waits, but each takes the slow path.  After
 * some of these others would have a turn, on this thread. */
static record full[MANY];

ERBIUM_PROCESS (filler);
void
filler (void)
{
  for (int n = 0; n < MANY; n++)
    write_up_to (writes (full[n], 1), 0, 1);
}

ERBIUM_PROCESS (patient, int);
void
patient (int id)
{
  view v[MANY];
  for (int n = 0; n < MANY; n++)
    v[n] = reads (full[n], 1);
  expect_equal (erbium_update (v[MANY - 1], 1), 1);
  for (int n = 0; n < MANY; n++)
    ERBIUM_RUN (leaf, n);
  set_mine (id);
  erbium_keep_thread ();
  for (int n = 0; n < MANY - 1; n++)
    {
      expect_equal (erbium_update (v[n], 1), 1);
      expect_equal (get_mine (), id);
    }
}

static void
read_beside_others (void)
{
  for (int n = 0; n < MANY; n++)
    full[n] = erbium_new_record (int, 1, 1);
  ERBIUM_RUN (patient, MANY);
  ERBIUM_RUN (filler);
  erbium_join_all ();
}

/* After processes that kept their threads have ended, the monitor still sees one that blocks, and
 * those behind it proceed. */
static atomic_int ended;

ERBIUM_PROCESS (blocker, int);
void
blocker (int count)
{
  while (ended < count)
    usleep (1000);
}

ERBIUM_PROCESS (behind, int);
void
behind (int id)
{
  set_mine (id);
  ended++;
}

static void
block_afterwards (void)
{
  ended = 0;
  erbium_process b = ERBIUM_RUN (blocker, MANY);
  for (int n = 0; n < MANY; n++)
    ERBIUM_RUN (behind, n);
  erbium_join (b);
}

/* Two that wait for each other. */
ERBIUM_PROCESS (side, record, record);
void
side (record from, record to)
{
  view v = reads (from, 1), w = writes (to, 4);
  erbium_keep_thread ();
  erbium_update (v, 1); // CHECK: kept-thread.c:[[#@LINE]]: error: true deadlock
  write_up_to (w, 0, 1);
}

static void
cycle (void)
{
  record a = erbium_new_record (int, 1, 1), b = erbium_new_record (int, 1, 1);
  ERBIUM_RUN (side, a, b);
  ERBIUM_RUN (side, b, a);
  erbium_join_all ();
}

int
main (int argc, char **argv)
{
  if (argc > 1 && strcmp (argv[1], "cycle") == 0)
    {
      cycle ();
      return 0;
    }
  for (int round = 0; round < ROUNDS; round++)
    {
      for (int k = 0; k < PAIRS; k++)
        {
          record r = erbium_new_record (int, 1, 1);
          ERBIUM_RUN (writer, r, k);
          ERBIUM_RUN (reader, r, k);
        }
      erbium_join_all ();
      erbium_join (ERBIUM_RUN (brief, MANY));
      for (int k = 0; k < PAIRS; k++)
        ERBIUM_RUN (blocked, 1 + k);
      erbium_join_all ();
      read_beside_others ();
      block_afterwards ();
    }
}
