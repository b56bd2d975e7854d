/* SPDX-License-Identifier: MIT */
/* A fiber that blocks in the kernel, and does not say so, holds nobody up though no other of
 * its worker is ready: one of them waits for what somebody elsewhere brings, or for room that
 * he makes.  It is only ended by what the waiting one does. */
// RUN: %build
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 timeout 60 %t gets
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 timeout 60 %t gets-among-others
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 timeout 60 %t makes-room
// RUN: env ERBIUM_TASK=thread timeout 60 %t gets
#include "../ints.h"

enum { FIRST = 100, FAR = 4 << 20, BURST = 1024, OTHERS = 4 };

static int to_stuck[2], to_main[2];
static atomic_int stuck, may_begin;

static void
take_byte (int from)
{
  char c;
  expect_equal (read (from, &c, 1), 1);
}

static void
give_byte (int to)
{
  expect_equal (write (to, "x", 1), 1);
}

ERBIUM_PROCESS (gets_stuck);
void
gets_stuck (void)
{
  atomic_store (&stuck, 1);
  take_byte (to_stuck[0]);
}

/* Asks for half a window, so that it is not woken for one element. */
ERBIUM_PROCESS (gets_one, record);
void
gets_one (record r)
{
  view v = reads (r, 1000);
  erbium_update (v, FIRST);
  erbium_release (v, FIRST);
  ERBIUM_RUN (gets_stuck);
  expect_equal (erbium_update (v, FIRST + 1), FIRST + 1);
  expect_equal (ERBIUM_AT (v, FIRST), FIRST);
  erbium_release (v, FIRST + 1);
  give_byte (to_stuck[1]);
  give_byte (to_main[1]);
}

ERBIUM_PROCESS (waits, record);
void
waits (record r)
{
  erbium_update (reads (r, 1), 1);
}

/* Its horizon allows all of it, but its window has less. */
ERBIUM_PROCESS (writes_far, record);
void
writes_far (record r)
{
  view v = writes (r, 2 * FAR);
  while (!atomic_load (&may_begin))
    sched_yield ();
  ERBIUM_RUN (gets_stuck);
  for (int i = 0; i < FAR; i += BURST)
    write_up_to (v, i, i + BURST);
  give_byte (to_stuck[1]);
  give_byte (to_main[1]);
}

/* Others have waited, and are sure to be woken, before. */
static void
get (int others)
{
  record r = erbium_new_record (int, 1, 1), other[OTHERS];
  view v = writes (r, 1000), of_other[OTHERS];
  for (int n = 0; n < others; n++)
    {
      other[n] = erbium_new_record (int, 1, 1);
      of_other[n] = writes (other[n], 1);
      ERBIUM_RUN (waits, other[n]);
    }
  ERBIUM_RUN (gets_one, r);
  write_up_to (v, 0, FIRST);
  while (!atomic_load (&stuck))
    sched_yield ();
  write_up_to (v, FIRST, FIRST + 1);
  take_byte (to_main[0]); /* not seen by the runtime either */
  for (int n = 0; n < others; n++)
    write_up_to (of_other[n], 0, 1);
}

static void
make_room (void)
{
  record r = erbium_new_record (int, 1, 1);
  view v = reads (r, 1);
  ERBIUM_RUN (writes_far, r);
  atomic_store (&may_begin, 1);
  take_byte (to_main[0]);
  erbium_release (v, FAR);
}

int
main (int argc, char **argv)
{
  const char *what = argc > 1 ? argv[1] : "";
  expect (pipe (to_stuck) == 0 && pipe (to_main) == 0);
  if (strcmp (what, "makes-room") == 0)
    make_room ();
  else
    get (strcmp (what, "gets") == 0 ? 0 : OTHERS);
  erbium_join_all ();
}
