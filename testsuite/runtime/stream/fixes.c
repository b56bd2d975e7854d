/* SPDX-License-Identifier: MIT */
/* Streams: items of several types, each way to publish them, several readers, the end; a question and
 * its answer do not wait for each other though both sides hold items back; as many items are held
 * back as the fix says. */
// RUN: %build
// RUN: %run %t
// RUN: %models %t
// RUN: %cxx -x c++ %s -x none -o %t.cxx %libs && %timed %t.cxx
#include <stdlib.h>

#include "erbium/stream.h"
#include "test.h"

enum { ITEMS = 5000, QUESTIONS = 200, AHEAD = 600 };

struct labelled { long number; char text[20]; };

typedef ERBIUM_RECORD (struct labelled) pairs;
typedef ERBIUM_RECORD (int) ints;

/* ---- A chain: pairs become numbers, which two processes add up --------------- */

ERBIUM_PROCESS (make_pairs, pairs, int);
void
make_pairs (pairs to, int fix)
{
  struct erbium_streams own = { 0 };
  ERBIUM_STREAM_OUT (struct labelled) out;
  erbium_stream_write (&out, &own, to, 1, AHEAD, fix);
  for (int n = 0; n < ITEMS; n++)
    {
      struct labelled *p = erbium_stream_room (&out);
      p->number = n;
      snprintf (p->text, sizeof p->text, "%d", 3 * n);
      erbium_stream_push (&out);
    }
  erbium_stream_end (&out);
}

ERBIUM_PROCESS (make_ints, pairs, ints, int);
void
make_ints (pairs from, ints to, int fix)
{
  struct erbium_streams own = { 0 };
  ERBIUM_STREAM_IN (struct labelled) in;
  ERBIUM_STREAM_OUT (int) out;
  erbium_stream_read (&in, &own, from, 1, AHEAD, fix);
  erbium_stream_write (&out, &own, to, 1, AHEAD, fix);
  for (const struct labelled *p; (p = erbium_stream_take (&in));)
    {
      *erbium_stream_room (&out) = (int) p->number + atoi (p->text);
      erbium_stream_push (&out);
    }
  erbium_stream_end (&in);
  erbium_stream_end (&out);
}

ERBIUM_PROCESS (expect_ints, ints, int, int);
void
expect_ints (ints from, int id, int fix)
{
  struct erbium_streams own = { 0 };
  ERBIUM_STREAM_IN (int) in;
  int n = 0;
  erbium_stream_read (&in, &own, from, id, AHEAD, fix);
  for (const int *x; (x = erbium_stream_take (&in)); n++)
    expect_equal (*x, 4 * n);
  expect_equal (n, ITEMS);
  expect (!erbium_stream_take (&in));
}

static void
chain (int fix)
{
  pairs p = erbium_new_record (struct labelled, 1, 1);
  ints i = erbium_new_record (int, 1, 2);
  ERBIUM_RUN (make_pairs, p, fix);
  ERBIUM_RUN (make_ints, p, i, fix);
  ERBIUM_RUN (expect_ints, i, 1, fix);
  ERBIUM_RUN (expect_ints, i, 2, ERBIUM_STREAM_EAGER);
  erbium_join_all ();
}

/* ---- Question and answer ------------------------------------------------------ */

ERBIUM_PROCESS (negate, ints, ints, int);
void
negate (ints from, ints to, int fix)
{
  struct erbium_streams own = { 0 };
  ERBIUM_STREAM_IN (int) in;
  ERBIUM_STREAM_OUT (int) out;
  erbium_stream_read (&in, &own, from, 1, AHEAD, fix);
  erbium_stream_write (&out, &own, to, 1, AHEAD, fix);
  for (const int *x; (x = erbium_stream_take (&in));)
    {
      *erbium_stream_room (&out) = -*x;
      erbium_stream_push (&out);
    }
  erbium_stream_end (&out);
}

static void
ask (int fix)
{
  struct erbium_streams own = { 0 };
  ints questions = erbium_new_record (int, 1, 1), answers = erbium_new_record (int, 1, 1);
  ERBIUM_STREAM_OUT (int) out;
  ERBIUM_STREAM_IN (int) in;
  erbium_stream_write (&out, &own, questions, 1, AHEAD, fix);
  erbium_stream_read (&in, &own, answers, 1, AHEAD, fix);
  ERBIUM_RUN (negate, questions, answers, fix);
  for (int n = 1; n <= QUESTIONS; n++)
    {
      *erbium_stream_room (&out) = n;
      erbium_stream_push (&out);
      const int *x = erbium_stream_take (&in);
      expect (x != NULL);
      expect_equal (*x, -n);
    }
  erbium_stream_end (&out);
  expect (!erbium_stream_take (&in));
  erbium_stream_end (&in);
  erbium_join_all ();
}

/* ---- How much is held back ------------------------------------------------------- */

static void
expect_published (int fix, int page)
{
  struct erbium_streams own = { 0 };
  ints r = erbium_new_record (int, 1, 1);
  ERBIUM_STREAM_OUT (int) out;
  ERBIUM_STREAM_IN (int) in;
  erbium_stream_write (&out, &own, r, 1, 4096, fix);
  erbium_stream_read (&in, &own, r, 1, 4096, ERBIUM_STREAM_EAGER);
  for (int n = 1; n <= 2 * page + 1; n++)
    {
      *erbium_stream_room (&out) = n;
      erbium_stream_push (&out);
      expect_equal (out.end.fixed, n / page * page);
    }
  const int *x = erbium_stream_take (&in); /* publishes the last one, since it may have to wait */
  expect_equal (*x, 1);
  expect_equal (out.end.fixed, 2 * page + 1);
  erbium_stream_end (&out);
  for (int n = 2; n <= 2 * page + 1; n++)
    {
      x = erbium_stream_take (&in);
      expect_equal (*x, n);
    }
  expect (!erbium_stream_take (&in));
  erbium_stream_end (&in);
  expect (!own.first);
}

int
main (void)
{
  static const int fixes[] = { ERBIUM_STREAM_EAGER, ERBIUM_STREAM_LAZY, 7, 1000 };
  expect_published (ERBIUM_STREAM_EAGER, 1);
  expect_published (7, 7);
  expect_published (ERBIUM_STREAM_LAZY, ERBIUM_STREAM_PAGE / (int) sizeof (int));
  for (int n = 0; n < 4; n++)
    {
      chain (fixes[n]);
      ask (fixes[n]);
    }
}
