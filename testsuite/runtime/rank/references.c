/* SPDX-License-Identifier: MIT */
/* Elements of records are records and views, and lead to the same ones on other ranks: whichever
 * comes first, the view or the element, by way of ranks that use neither, and also for a view that
 * comes back to a rank. */
// RUN: %build
// RUN: %ranks %t | FileCheck %s
// RUN: env ERBIUM_TASK=thread %t | FileCheck %s
// RUN: %ranks --of 3 --status 120 %t other | FileCheck --check-prefix=OTHER %s
// RUN: %ranks --of 2 --status 120 %t several | FileCheck --check-prefix=SEVERAL %s
#include "test.h"

enum { N = 100 };

typedef ERBIUM_RECORD (int) ints;
typedef ERBIUM_VIEW (int) int_view;
struct question { int number; ints answer; double half; };
struct message { int first; bool registered; int_view v; };

/* ---- Records ---------------------------------------------------------------------------- */

ERBIUM_PROCESS (server, ERBIUM_RECORD (struct question));
void
server (ERBIUM_RECORD (struct question) questions)
{
  ERBIUM_VIEW (struct question) v = erbium_new_read_view (questions);
  erbium_register (v, 1);
  erbium_alloc (v, 4);
  for (int i = 0; erbium_update (v, i + 1) > i; i++)
    {
      struct question q = ERBIUM_AT (v, i);
      int_view out = erbium_new_write_view (q.answer);
      erbium_register (out, 1);
      erbium_alloc (out, 1);
      erbium_stall (out, 1);
      ERBIUM_AT (out, 0) = q.number + (int) (2 * q.half);
      erbium_commit (out, 1);
      erbium_free_view (out, ERBIUM_TERMINATE);
      erbium_release (v, i + 1);
    }
}

/* Passes questions on, from rank to rank. */
ERBIUM_PROCESS (relay, ERBIUM_RECORD (struct question), ERBIUM_RECORD (struct question));
void
relay (ERBIUM_RECORD (struct question) from, ERBIUM_RECORD (struct question) to)
{
  ERBIUM_VIEW (struct question) in = erbium_new_read_view (from);
  ERBIUM_VIEW (struct question) out = erbium_new_write_view (to);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, 1);
  erbium_alloc (out, 8);
  for (int i = 0; erbium_update (in, i + 1) > i; i++)
    {
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = ERBIUM_AT (in, i);
      erbium_commit (out, i + 1);
      erbium_release (in, i + 1);
    }
}

static void
ask (void)
{
  ERBIUM_RECORD (struct question) first = erbium_new_record (struct question, 1, 1);
  ERBIUM_RECORD (struct question) second = erbium_new_record (struct question, 1, 1);
  ERBIUM_VIEW (struct question) out = erbium_new_write_view (first);
  long sum = 0;
  ERBIUM_RUN (relay, first, second);
  ERBIUM_RUN (server, second);
  erbium_register (out, 1);
  erbium_alloc (out, 2);
  for (int i = 0; i < N; i++)
    {
      ints answer = erbium_new_record (int, 1, 1);
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = (struct question) { i, answer, i };
      erbium_commit (out, i + 1);
      int_view in = erbium_new_read_view (answer);
      erbium_register (in, 1);
      erbium_alloc (in, 1);
      erbium_update (in, 1);
      sum += ERBIUM_AT (in, 0);
      erbium_free_view (in, ERBIUM_TERMINATE);
    }
  erbium_free_view (out, ERBIUM_TERMINATE);
  erbium_join_all ();
  printf ("sum of answers %ld\n", sum);
  // CHECK: sum of answers 14850
}

/* ---- Views ------------------------------------------------------------------------------- */

static void
write_numbers (struct message m)
{
  if (!m.registered)
    {
      erbium_register (m.v, 1);
      erbium_alloc (m.v, 4);
    }
  for (int i = 0; i < N; i++)
    {
      erbium_stall (m.v, i + 1);
      ERBIUM_AT (m.v, i) = m.first + i;
      erbium_commit (m.v, i + 1);
    }
}

/* Owns a view that it finds in an element. */
ERBIUM_PROCESS (use, ERBIUM_RECORD (struct message));
void
use (ERBIUM_RECORD (struct message) where)
{
  ERBIUM_VIEW (struct message) in = erbium_new_read_view (where);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  erbium_update (in, 1);
  struct message m = ERBIUM_AT (in, 0);
  erbium_free_view (in, ERBIUM_TERMINATE);
  write_numbers (m);
}

/* Passes its view on, and the element that tells which one that is. */
ERBIUM_PROCESS (forward, ERBIUM_RECORD (struct message), ERBIUM_RECORD (struct message));
void
forward (ERBIUM_RECORD (struct message) from, ERBIUM_RECORD (struct message) to)
{
  ERBIUM_VIEW (struct message) in = erbium_new_read_view (from);
  ERBIUM_VIEW (struct message) out = erbium_new_write_view (to);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, 1);
  erbium_alloc (out, 1);
  erbium_update (in, 1);
  struct message m = ERBIUM_AT (in, 0);
  erbium_give (m.v);
  ERBIUM_RUN (use, to);
  erbium_stall (out, 1);
  ERBIUM_AT (out, 0) = m;
  erbium_commit (out, 1);
}

/* Sees the element before the view comes, and does nothing with it. */
ERBIUM_PROCESS (watch, ERBIUM_RECORD (struct message), ints);
void
watch (ERBIUM_RECORD (struct message) where, ints seen)
{
  ERBIUM_VIEW (struct message) in = erbium_new_read_view (where);
  int_view out = erbium_new_write_view (seen);
  erbium_register (in, 2);
  erbium_alloc (in, 1);
  erbium_register (out, 1);
  erbium_alloc (out, 1);
  erbium_update (in, 1);
  erbium_release (in, 1);
  erbium_stall (out, 1);
  ERBIUM_AT (out, 0) = 1;
  erbium_commit (out, 1);
  erbium_update (in, 2);
}

ERBIUM_PROCESS (nothing);
void
nothing (void)
{
}

static ERBIUM_VIEW (struct message)
messages_to (ERBIUM_RECORD (struct message) r)
{
  ERBIUM_VIEW (struct message) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  return v;
}

static void
send (ERBIUM_VIEW (struct message) v, int first, bool registered, int_view what)
{
  erbium_stall (v, 1);
  ERBIUM_AT (v, 0) = (struct message) { first, registered, what };
  erbium_commit (v, 1);
}

static void
expect_commit (ints r)
{
  int_view v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  erbium_update (v, 1);
  erbium_free_view (v, ERBIUM_TERMINATE);
}

/* The process that reads the element has its read view from the caller, which is registered
 * already.  So the element can be on the rank of the process before the process is there. */
ERBIUM_PROCESS (use_early, ERBIUM_VIEW (struct message));
void
use_early (ERBIUM_VIEW (struct message) in)
{
  erbium_update (in, 1);
  struct message m = ERBIUM_AT (in, 0);
  write_numbers (m);
}

static void
run_early (int n, bool registered, int_view v)
{
  ERBIUM_RECORD (struct message) to = erbium_new_record (struct message, 1, 2);
  ints seen = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (struct message) out = messages_to (to), in = erbium_new_read_view (to);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  ERBIUM_RUN (watch, to, seen);
  send (out, n, registered, v);
  expect_commit (seen);
  for (int k = 0; k < n / 4; k++)
    erbium_join (ERBIUM_RUN (nothing));
  erbium_give (v);
  ERBIUM_RUN (use_early, erbium_give (in));
  erbium_free_view (out, ERBIUM_TERMINATE);
}

static void
run_late (int n, bool registered, int_view v, bool far)
{
  ERBIUM_RECORD (struct message) to = erbium_new_record (struct message, 1, 1);
  ERBIUM_RECORD (struct message) on = erbium_new_record (struct message, 1, 1);
  ERBIUM_VIEW (struct message) out = messages_to (to);
  erbium_give (v);
  if (far)
    ERBIUM_RUN (forward, to, on);
  else
    ERBIUM_RUN (use, to);
  send (out, n, registered, v);
  erbium_free_view (out, ERBIUM_TERMINATE);
}

static void
pass (int n, bool registered, bool early, bool far)
{
  ints r = erbium_new_record (int, 1, 1);
  int_view v = erbium_new_write_view (r), in = erbium_new_read_view (r);
  erbium_register (in, 1);
  erbium_alloc (in, 4);
  if (registered)
    {
      erbium_register (v, 1);
      erbium_alloc (v, 4);
    }
  if (early)
    run_early (n, registered, v);
  else
    run_late (n, registered, v, far);
  for (int i = 0; i < N; i++)
    {
      expect_equal (erbium_update (in, i + 1), i + 1);
      expect_equal (ERBIUM_AT (in, i), n + i);
      erbium_release (in, i + 1);
    }
  expect_equal (erbium_update (in, N + 1), 0);
  erbium_free_view (in, ERBIUM_TERMINATE);
  erbium_join_all ();
}

/* ---- Errors ------------------------------------------------------------------------------ */

ERBIUM_PROCESS (misuse, ERBIUM_RECORD (struct message));
void
misuse (ERBIUM_RECORD (struct message) where)
{
  ERBIUM_VIEW (struct message) in = erbium_new_read_view (where);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  erbium_update (in, 1);
  erbium_register (ERBIUM_AT (in, 0).v, 1);
}

static void
misuse_view (void)
{
  ints r = erbium_new_record (int, 1, 1);
  ERBIUM_RECORD (struct message) to = erbium_new_record (struct message, 1, 1);
  int_view v = erbium_new_write_view (r);
  ERBIUM_RUN (misuse, to);
  send (messages_to (to), 0, false, v);
  erbium_join_all ();
}

int
main (int count, char **arguments)
{
  if (count > 1 && strcmp (arguments[1], "other") == 0)
    misuse_view ();
  if (count > 1 && strcmp (arguments[1], "several") == 0)
    {
      ERBIUM_RECORD (struct question) r = erbium_new_record (struct question, 1, 1);
      ERBIUM_VIEW (struct question) v = erbium_new_write_view (r);
      erbium_register (v, 1);
      erbium_alloc (v, 1);
      ERBIUM_RUN (server, r);
      erbium_stall (v, 1);
      ERBIUM_AT (v, 0) = (struct question) { 1, erbium_new_record (int, 2, 1), 1 };
      erbium_commit (v, 1);
      erbium_join_all ();
    }
  ask ();
  for (int n = 0; n < 12; n++)
    pass (n, n & 1, n & 2, n & 4);
  printf ("all views were found\n");
  // CHECK: all views were found
}
// OTHER: references.c:[[#]]: error: register: write view {{.*}} of record {{.*}} belongs to process 'rank 0'
// SEVERAL: references.c:[[#]]: error: register: write view 2 (unregistered) of record {{.*}} cannot take id 1 on rank 1: its record has several producers, which run on rank 0
// SEVERAL-NEXT: references.c:[[#]]: note: pass the record to the process when it is run
