/* SPDX-License-Identifier: MIT */
/* Windows that are handed on, and views that are given away, come later, keep what they have
 * read, or have been granted more than they have committed. */
// RUN: %build
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 %t
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=2 %t
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 ERBIUM_CHECK=1 %t
#include "test.h"

enum { N = 3000 }; /* elements, and horizon: all that is granted is written */
typedef ERBIUM_VIEW (int) view;
typedef ERBIUM_RECORD (int) record;

static view
connect (record r, int write)
{
  view v = write ? (view) erbium_new_write_view (r) : (view) erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, N);
  return v;
}

static void
put (view v, int from, int to, int add)
{
  erbium_stall (v, to);
  for (int i = from; i < to; i++)
    ERBIUM_AT (v, i) = i + add;
  erbium_commit (v, to);
}

/* ---- Given away while its reader waits, and nobody's for a while ----------- */

static long sum;

ERBIUM_PROCESS (reader, view);
void
reader (view in)
{
  for (int i = 0; erbium_update (in, i + 4) > i; i += 4)
    {
      for (int k = i; k < i + 4; k++)
        sum += ERBIUM_AT (in, k);
      erbium_release (in, i + 4);
    }
}

ERBIUM_PROCESS (goes_on, view, int);
void
goes_on (view out, int from)
{
  put (out, from, from + 4, 0);
}

ERBIUM_PROCESS (gives, view, view);
void
gives (view out, view in)
{
  put (out, 0, 4, 0);
  view given = erbium_give (out);
  erbium_update (in, 4); /* the reader waits meanwhile */
  ERBIUM_RUN (goes_on, given, 4);
}

ERBIUM_PROCESS (ticks, view);
void
ticks (view out)
{
  put (out, 0, 4, 0);
}

static void
given (void)
{
  record r = erbium_new_record (int, 1, 1), q = erbium_new_record (int, 1, 1);
  view w = connect (r, 1), in = connect (r, 0), tick = connect (q, 1), wait = connect (q, 0);
  ERBIUM_RUN (reader, in);
  ERBIUM_RUN (gives, w, wait);
  ERBIUM_RUN (ticks, tick);
  erbium_join_all ();
  expect_equal (sum, 28);
}

/* ---- A record, one to tell its writer that all is read, one for him to write meanwhile ---- */

ERBIUM_PROCESS (drains, view);
void
drains (view in)
{
  for (int i = 0; erbium_update (in, i + 1) > i; i++)
    erbium_release (in, i + 1);
}

struct wires { view in, out, says, hears, more; };

static struct wires
wire (record r)
{
  record done = erbium_new_record (int, 1, 1), other = erbium_new_record (int, 1, 1);
  struct wires w = { connect (r, 0), connect (r, 1), connect (done, 1), connect (done, 0), connect (other, 1) };
  ERBIUM_RUN (drains, connect (other, 0));
  return w;
}

/* ---- An observer that comes when the window has gone, or was there before --- */

static record watched;
static bool before;

ERBIUM_PROCESS (releases, view, view);
void
releases (view in, view done)
{
  erbium_update (in, N);
  erbium_release (in, N);
  put (done, 0, 1, 0);
  erbium_update (in, N + 1);
}

ERBIUM_PROCESS (writes, view, view, view);
void
writes (view out, view done, view other)
{
  view o = (view) erbium_new_read_view (watched);
  if (before)
    erbium_alloc (o, N);
  else
    erbium_free_view (o, ERBIUM_TERMINATE);
  put (out, 0, N, 0);
  if (before)
    expect_equal (erbium_update (o, 1), 1);
  erbium_update (done, 1); /* the reader has released all, and waits for more */
  put (other, 0, N, 1 << 20);
  if (!before)
    {
      o = erbium_new_read_view (watched);
      erbium_alloc (o, N);
    }
  expect_equal (erbium_update (o, N), N);
  int wrong = 0;
  for (int i = 0; i < N; i++)
    wrong += ERBIUM_AT (o, i) != i;
  /* The window has gone, unless reader and writer are on different workers. */
  erbium_index missed = erbium_missed (o);
  bool alone = strcmp (getenv ("ERBIUM_WORKERS"), "1") == 0;
  expect (missed == (before ? 0 : N) || (!alone && missed == 0));
  expect (wrong == 0 || missed == N);
}

static void
observed (void)
{
  watched = erbium_new_record (int, 1, 1);
  struct wires w = wire (watched);
  ERBIUM_RUN (releases, w.in, w.says);
  ERBIUM_RUN (writes, w.out, w.hears, w.more);
  erbium_join_all ();
}

/* ---- Written, not yet committed, when the reader has read all there is ------- */

ERBIUM_PROCESS (writes_ahead, view, view, view);
void
writes_ahead (view out, view done, view other)
{
  erbium_stall (out, N);
  for (int i = 0; i < N; i++)
    ERBIUM_AT (out, i) = i;
  erbium_commit (out, N / 2);
  erbium_update (done, 1);
  put (other, 0, N, 1 << 20); /* in memory that is not the reader's */
  erbium_commit (out, N);
}

ERBIUM_PROCESS (reads_halves, view, view);
void
reads_halves (view in, view done)
{
  for (int half = 1; half <= 2; half++)
    {
      int end = half * N / 2;
      erbium_update (in, end);
      for (int i = end - N / 2; i < end; i++)
        expect_equal (ERBIUM_AT (in, i), i);
      erbium_release (in, end);
      if (half == 1)
        put (done, 0, 1, 0);
    }
}

static void
uncommitted (void)
{
  struct wires w = wire (erbium_new_record (int, 1, 1));
  ERBIUM_RUN (reads_halves, w.in, w.says);
  ERBIUM_RUN (writes_ahead, w.out, w.hears, w.more);
  erbium_join_all ();
}

/* ---- Kept: read, and not released when the reader waits for more ------------- */

ERBIUM_PROCESS (keeps, view, view);
void
keeps (view in, view done)
{
  expect_equal (erbium_update (in, N), N);
  erbium_release (in, N - 4);
  put (done, 0, 1, 0);
  expect_equal (erbium_update (in, N + 1), N + 1); /* others write meanwhile */
  for (int i = N - 4; i <= N; i++)
    expect_equal (ERBIUM_AT (in, i), i);
}

ERBIUM_PROCESS (writes_more, view, view, view);
void
writes_more (view out, view done, view other)
{
  put (out, 0, N, 0);
  erbium_update (done, 1); /* the reader has N - 4, all but its history, and waits */
  put (other, 0, N, 1 << 20);
  put (out, N, N + 1, 0);
}

static void
kept (void)
{
  struct wires w = wire (erbium_new_record (int, 1, 1));
  ERBIUM_RUN (keeps, w.in, w.says);
  ERBIUM_RUN (writes_more, w.out, w.hears, w.more);
  erbium_join_all ();
}

int
main (void)
{
  given ();
  kept ();
  observed ();
  before = true;
  observed ();
  uncommitted ();
}
