/* SPDX-License-Identifier: MIT */
/* No process starves: random sets of pairs, rings and processes that only compute, whose turns take
 * from nothing to a fifth of a millisecond, go on until each of them has had its turns, on fewer
 * workers than processes. */
// RUN: %cc %s -o %t %libs
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 %timed %t 100 4
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=2 %timed %t 200 8
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=3 %timed %t 300 6
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=2 ERBIUM_PLACE=wander %timed %t 400 4
#include "test.h"
#include "busy.h"

enum { LONGEST = 200000 /* ns */, ENOUGH = 30, MOST_GROUPS = 8, LARGEST_RING = 4 };

typedef ERBIUM_RECORD (int) record;
typedef ERBIUM_VIEW (int) view;

static atomic_int behind; /* processes that have not had enough turns */
static int processes;

/* Returns whether the process goes on after its nth turn, which takes so many ns. */
static bool
take_turn (int n, int length)
{
  compute_for (length);
  if (n == ENOUGH)
    atomic_fetch_sub (&behind, 1);
  return atomic_load (&behind) > 0;
}

static view
connect (record r, bool writes, int room)
{
  view v = writes ? (view) erbium_new_write_view (r) : (view) erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, room);
  return v;
}

ERBIUM_PROCESS (produce, record, int, int);
ERBIUM_PROCESS (consume, record, int);
ERBIUM_PROCESS (pass_on, record, record, int, int);
ERBIUM_PROCESS (occupy, int);

void
produce (record r, int room, int length)
{
  view out = connect (r, true, room);
  for (int n = 0, on = 1; on; n++)
    {
      erbium_stall (out, n + 1);
      on = take_turn (n, length);
      erbium_commit (out, n + 1);
    }
}

void
consume (record r, int length)
{
  view in = connect (r, false, 1);
  for (int n = 0; erbium_update (in, n + 1) > n; n++)
    {
      take_turn (n, length);
      erbium_release (in, n + 1);
    }
}

/* A member of a ring; the first one puts the element into it that goes round. */
void
pass_on (record from, record to, int is_first, int length)
{
  view in = connect (from, false, 1), out = connect (to, true, 2);
  erbium_index k = 0;
  if (is_first)
    erbium_commit (out, ++k);
  for (int n = 0; erbium_update (in, n + 1) > n; n++)
    {
      erbium_stall (out, ++k);
      bool on = take_turn (n, length);
      erbium_commit (out, k);
      erbium_release (in, n + 1);
      if (!on)
        break;
    }
}

void
occupy (int length)
{
  for (int n = 0; take_turn (n, length); n++)
    ;
}

static int
random_length (uint64_t *random)
{
  uint64_t kind = chance (random) % 3;
  return kind == 0 ? 0 : (int) (chance (random) % (kind == 1 ? LONGEST / 20 : LONGEST));
}

static void
run_pair (uint64_t *random)
{
  record r = erbium_new_record (int, 1, 1);
  int room = 1 + (int) (chance (random) % 3);
  processes += 2;
  ERBIUM_RUN (consume, r, random_length (random));
  ERBIUM_RUN (produce, r, room, random_length (random));
}

static void
run_ring (uint64_t *random)
{
  int size = 2 + (int) (chance (random) % (LARGEST_RING - 1));
  record first = erbium_new_record (int, 1, 1), from = first;
  processes += size;
  for (int n = 0; n < size; n++)
    {
      record to = n == size - 1 ? first : (record) erbium_new_record (int, 1, 1);
      ERBIUM_RUN (pass_on, from, to, n == 0, random_length (random));
      from = to;
    }
}

ERBIUM_PROCESS (start, int);

/* All begin on one worker, and none ends before all are there. */
void
start (int seed)
{
  uint64_t random = (uint64_t) seed;
  int groups = 2 + (int) (chance (&random) % (MOST_GROUPS - 1));
  for (int n = 0; n < groups; n++)
    switch (chance (&random) % 5)
      {
      case 0:
        processes++;
        ERBIUM_RUN (occupy, 1 + random_length (&random));
        break;
      case 1:
        run_ring (&random);
        break;
      default:
        run_pair (&random);
      }
  atomic_fetch_add (&behind, processes - INT32_MAX / 2);
}

int
main (int argc, char **argv)
{
  expect_equal (argc, 3);
  int seed = atoi (argv[1]);
  for (int n = 0; n < atoi (argv[2]); n++)
    {
      processes = 0;
      atomic_store (&behind, INT32_MAX / 2);
      ERBIUM_RUN (start, seed + n);
      erbium_join_all ();
      printf ("seed %d: %d processes\n", seed + n, processes);
    }
  return 0;
}
