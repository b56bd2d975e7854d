/* SPDX-License-Identifier: MIT */
/* Checked mode: outputs that do not belong to what a process claims may end before it, and so may
 * an output that has got as far as the end of the input. */
// RUN: %build
// RUN: env ERBIUM_CHECK=1 %run %t
#include "test.h"

enum { WORKERS = 2, N = 20, MOST = N };

typedef ERBIUM_RECORD (int) record;
typedef ERBIUM_VIEW (int) view;

static view
to_write (record r, int id)
{
  view v = erbium_new_write_view (r);
  erbium_register (v, id);
  erbium_alloc (v, MOST);
  return v;
}

static void
put (view v, erbium_index i, int x)
{
  erbium_stall (v, i + 1);
  ERBIUM_AT (v, i) = x;
  erbium_commit (v, i + 1);
}

/* Doubles what it claims. */
static void
share (view in, view out)
{
  for (;;)
    {
      erbium_index i = erbium_claim (in, 1, 1);
      erbium_commit (out, i);
      if (erbium_update (in, i + 1) < i + 1)
        return;
      put (out, i, 2 * ERBIUM_AT (in, i));
      erbium_release (in, i + 1);
    }
}

/* Looks at all elements, so that it claims nothing once the stream is over but the last run, and
 * commits with each. */
static void
look_at_all (view in, view out)
{
  erbium_index mine = erbium_claim (in, 1, 1);
  for (int i = 0; erbium_update (in, i + 1) > i; i++)
    {
      int x = ERBIUM_AT (in, i);
      erbium_release (in, i + 1);
      if (i == mine)
        put (out, i, 2 * x);
      erbium_commit (out, i + 1);
      if (i == mine)
        mine = erbium_claim (in, 1, 1);
    }
}

/* Says who it is, shares one stream, and then another one. */
ERBIUM_PROCESS (work, int, record, record, record, record, record);
void
work (int id, record ids, record from, record to, record from_second, record to_second)
{
  view in[] = { erbium_new_read_view (from), erbium_new_read_view (from_second) };
  view head = to_write (ids, id), out[] = { to_write (to, id), to_write (to_second, id) };
  for (int n = 0; n < 2; n++)
    {
      erbium_register (in[n], id);
      erbium_alloc (in[n], 1);
    }
  erbium_stall (head, WORKERS);
  ERBIUM_AT (head, id - 1) = id;
  erbium_commit (head, WORKERS);
  share (in[0], out[0]);
  look_at_all (in[1], out[1]);
}

ERBIUM_PROCESS (count, record, int);
void
count (record r, int to)
{
  view v = to_write (r, 1);
  for (int i = 0; i < to; i++)
    put (v, i, i);
}

static int
sum (view v)
{
  int all = 0;
  for (int i = 0; erbium_update (v, i + 1) > i; i++)
    {
      all += ERBIUM_AT (v, i);
      erbium_release (v, i + 1);
    }
  return all;
}

static view
to_read (record r)
{
  view v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  return v;
}

int
main (void)
{
  record ids = erbium_new_record (int, WORKERS, 1);
  record from[2], to[2];
  view result[2];
  for (int n = 0; n < 2; n++)
    {
      from[n] = erbium_new_record (int, 1, WORKERS);
      to[n] = erbium_new_record (int, WORKERS, 1);
      result[n] = to_read (to[n]);
    }
  view who = to_read (ids);
  ERBIUM_RUN (count, from[0], N / 2); /* the second claims have higher indices */
  ERBIUM_RUN (count, from[1], N);
  for (int id = 1; id <= WORKERS; id++)
    ERBIUM_RUN (work, id, ids, from[0], to[0], from[1], to[1]);
  expect_equal (sum (who), WORKERS * (WORKERS + 1) / 2);
  expect_equal (sum (result[0]), N / 2 * (N / 2 - 1));
  expect_equal (sum (result[1]), N * (N - 1));
}
