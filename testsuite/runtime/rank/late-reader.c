/* SPDX-License-Identifier: MIT */
/* A reader that comes to a rank finds all elements from its index on, also if they were sent before
 * the rank has heard of it, and if another reader of the rank is far ahead, so that the window has
 * lost them. */
// RUN: %build
// RUN: %ranks --of 3,5 %t | FileCheck %s
#include "test.h"
#include <erbium/ranks.h>

#include <signal.h>
#include <time.h>

enum { N = 100000, PART = 1000, COMMITS = 20 }; /* N elements are several messages */

/* All elements are live: no reader holds the producer up.  Others may read between two commits. */
ERBIUM_PROCESS (produce, ERBIUM_VIEW (int));
void
produce (ERBIUM_VIEW (int) v)
{
  erbium_alloc (v, N);
  erbium_stall (v, N);
  for (int i = 0; i < N; i++)
    ERBIUM_AT (v, i) = i;
  for (int n = 1; n <= COMMITS; n++)
    {
      erbium_commit (v, n * (N / COMMITS));
      usleep (1000);
    }
}

static ERBIUM_VIEW (int)
registered_reader (ERBIUM_RECORD (int) r, int id)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, id);
  erbium_alloc (v, 10);
  return v;
}

static void
run_produce (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  ERBIUM_RUN (produce, erbium_give (v));
}

static void
read_part (ERBIUM_VIEW (int) v, int from, int end)
{
  for (int i = from; i < end; i += 10)
    {
      expect_equal (erbium_update (v, i + 10), i + 10);
      for (int k = i; k < i + 10; k++)
        expect_equal (ERBIUM_AT (v, k), k);
      erbium_release (v, i + 10);
    }
}

ERBIUM_PROCESS (read_view, ERBIUM_VIEW (int), int);
void
read_view (ERBIUM_VIEW (int) v, int from)
{
  read_part (v, from, N);
}

ERBIUM_PROCESS (read_record, ERBIUM_RECORD (int), int, int, int);
void
read_record (ERBIUM_RECORD (int) r, int id, int from, int end)
{
  ERBIUM_VIEW (int) v = registered_reader (r, id);
  read_part (v, from, end);
  if (end < N)
    erbium_free_view (v, ERBIUM_HANDOVER);
}

/* Stops this rank again and again for some ms, until it ends. */
static void
stumble (void)
{
  const struct timespec runs = { .tv_nsec = 200000 }, stands = { .tv_nsec = 4000000 };
  pid_t rank = getpid ();
  if (fork () != 0)
    return;
  for (int file = 0; file < 1024; file++) /* mpiexec waits until those of the rank are closed */
    close (file);
  while (kill (rank, SIGSTOP) == 0)
    {
      nanosleep (&stands, NULL);
      kill (rank, SIGCONT);
      nanosleep (&runs, NULL);
    }
  _exit (0);
}

/* The home of the record.  It prints, so what it sends to other ranks than 0 is held back.  If it
 * is stopped then, elements from rank 0 come before its answer to the reader. */
ERBIUM_PROCESS (home, int);
void
home (int round)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  if (round == 0)
    stumble ();
  erbium_place ("produce", 0);
  erbium_place ("read_record", 2);
  run_produce (r);
  ERBIUM_RUN (read_record, r, 1, 0, N);
  printf ("round %d\n", round);
}

/* Returns a record with two readers, of which the first is to run on rank 1. */
static ERBIUM_RECORD (int)
read_ahead (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 2);
  erbium_place ("produce", 0);
  erbium_place ("read_record", 1);
  run_produce (r);
  return r;
}

int
main (void)
{
  erbium_place ("home", 1);
  for (int round = 0; round < 10; round++)
    erbium_join (ERBIUM_RUN (home, round));
  erbium_join_all ();
  // CHECK: round 9

  ERBIUM_RECORD (int) r;
  /* With a view of another rank, at the first element and later. */
  for (int from = 0; from <= PART; from += PART)
    {
      r = read_ahead ();
      ERBIUM_VIEW (int) v = registered_reader (r, 2);
      erbium_join (ERBIUM_RUN (read_record, r, 1, 0, N));
      read_part (v, 0, from);
      erbium_place ("read_view", 1);
      erbium_join (ERBIUM_RUN (read_view, erbium_give (v), from));
      printf ("view at %d\n", from);
    }
  // CHECK-NEXT: view at 0
  // CHECK-NEXT: view at 1000

  /* With the id of another rank. */
  r = read_ahead ();
  erbium_process other = ERBIUM_RUN (read_record, r, 1, 0, N);
  erbium_place ("read_record", 2);
  erbium_join (ERBIUM_RUN (read_record, r, 2, 0, PART));
  erbium_join (other);
  erbium_place ("read_record", 1);
  erbium_join (ERBIUM_RUN (read_record, r, 2, PART, N));
  printf ("id\n");
  // CHECK-NEXT: id
}
