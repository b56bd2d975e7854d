/* SPDX-License-Identifier: MIT */
/* Determinism: same input, same output, whatever the bursts, the horizons and
 * the schedule.  A network with a join and a fork computes a hash. */
// RUN: %build
// RUN: %run %t 1 1 >%t.1
// RUN: %run %t 3 5 >%t.2
// RUN: %run %t 64 64 >%t.3
// RUN: %run %t 1000 4096 >%t.4
// RUN: cmp %t.1 %t.2
// RUN: cmp %t.1 %t.3
// RUN: cmp %t.1 %t.4
#include "test.h"

enum { N = 12000 };
static int burst, horizon;

typedef ERBIUM_RECORD (uint64_t) record;
typedef ERBIUM_VIEW (uint64_t) view;

static view
connect (view v, int id)
{
  erbium_register (v, id);
  erbium_alloc (v, horizon);
  return v;
}

ERBIUM_PROCESS (source, record, int);
void
source (record r, int salt)
{
  view v = connect (erbium_new_write_view (r), 1);
  for (int64_t i = 0; i < N;)
    {
      int64_t to = i + burst < N ? i + burst : N;
      erbium_stall (v, to);
      for (; i < to; i++)
        ERBIUM_AT (v, i) = mixed ((uint64_t) i + (uint64_t) salt);
      erbium_commit (v, to);
    }
}

ERBIUM_PROCESS (add, record, record, record);
void
add (record a, record b, record sum)
{
  view x = connect (erbium_new_read_view (a), 1), y = connect (erbium_new_read_view (b), 1);
  view z = connect (erbium_new_write_view (sum), 1);
  for (int64_t i = 0; i < N;)
    {
      int64_t to = i + burst < N ? i + burst : N;
      erbium_update (x, to);
      erbium_update (y, to);
      erbium_stall (z, to);
      for (; i < to; i++)
        ERBIUM_AT (z, i) = ERBIUM_AT (x, i) + 3 * ERBIUM_AT (y, i);
      erbium_commit (z, to);
      erbium_release (x, to);
      erbium_release (y, to);
    }
}

static SHARED uint64_t hash[2];

ERBIUM_PROCESS (fold, record, int);
void
fold (record r, int id)
{
  view v = connect (erbium_new_read_view (r), id);
  uint64_t h = 0;
  for (int64_t i = 0, to; (to = erbium_update (v, i + burst)) > i;)
    {
      for (; i < to; i++)
        h = mixed (h * 31 + ERBIUM_AT (v, i) + (uint64_t) id);
      erbium_release (v, to);
    }
  hash[id - 1] = h;
}

int
main (int argc, char **argv)
{
  (void) argc;
  burst = atoi (argv[1]);
  horizon = atoi (argv[2]);
  record a = erbium_new_record (uint64_t, 1, 1), b = erbium_new_record (uint64_t, 1, 1);
  record sum = erbium_new_record (uint64_t, 1, 2);
  ERBIUM_RUN (source, a, 1);
  ERBIUM_RUN (source, b, 2);
  ERBIUM_RUN (add, a, b, sum);
  ERBIUM_RUN (fold, sum, 1);
  ERBIUM_RUN (fold, sum, 2);
  erbium_join_all ();
  printf ("%016llx %016llx\n", (unsigned long long) hash[0], (unsigned long long) hash[1]);
}
