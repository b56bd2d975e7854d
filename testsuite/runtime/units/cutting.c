/* SPDX-License-Identifier: MIT */
/* Where the row of processes is cut: so that the busiest worker has least to do, what
 * crosses included, and on no more workers than pays; and on as few as have time. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
#define erb_worker_of worker_of_here
#define erb_balance balance_here
#define erb_balance_undo undo_here
#include "fiber/balance.c"
#include "test.h"

enum { MOST = 12, WORKERS = 4 };

static struct erb_worker worker[WORKERS];
static struct erb_process process[MOST];
static int lives_on[MOST];

struct erb_worker *
worker_of_here (const struct erb_process *p)
{
  return &worker[lives_on[p - process]];
}

/* A row of these loads, ns, and bytes that cross behind each; all on the first worker. */
static struct plan
row (int count, const double *load, const double *crossing)
{
  static double before[MOST + 1], cross[MOST + 2];
  static struct erb_process *in_row[MOST];
  static int cuts[WORKERS + 1];
  struct plan s = { in_row, before, cross, cuts, count, 1 };
  before[0] = cross[0] = 0;
  for (int n = 0; n < count; n++)
    {
      in_row[n] = &process[n];
      process[n].load = load[n];
      before[n + 1] = before[n] + load[n];
      cross[n + 1] = crossing ? crossing[n] : 0;
      lives_on[n] = 0;
    }
  return s;
}

static void
expect_cuts (const struct plan *s, const int *cuts, int pieces)
{
  for (int n = 0; n <= pieces; n++)
    expect_equal (s->cut[n], cuts[n]);
}

/* A record counts at each cut between the first and the last in the row of those who have it, and at no
 * other. */
static void
crossings (void)
{
  static struct erbium_slot slots[2][3];
  static erbium_record r[2];
  static const int owner[2][3] = { { 1, 3, -1 }, { 2, 2, 5 } }; /* the writer first */
  erbium_program p = { .records = &r[0] };
  struct plan s = row (6, (double[]) { 1, 1, 1, 1, 1, 1 }, NULL);
  r[0].next = &r[1];
  for (int k = 0; k < 2; k++)
    {
      r[k].ids[ERB_WRITE] = 1;
      r[k].ids[ERB_READ] = owner[k][2] < 0 ? 1 : 2;
      r[k].slot[ERB_WRITE] = &slots[k][0];
      r[k].slot[ERB_READ] = &slots[k][1];
      r[k].lately = k ? 7 : 100;
      for (int n = 0; n < 3; n++)
        if (owner[k][n] >= 0)
          erbium_store_relaxed (&slots[k][n].owner, (int64_t) (intptr_t) &process[owner[k][n]]);
    }
  for (int n = 0; n < 6; n++)
    process[n].place = n;
  measure_remote_cost (&p, &s);
  static const double crossing[] = { 0, 0, 100, 107, 7, 7, 0 };
  for (int n = 0; n <= 6; n++)
    expect (s.bytes_across[n] == crossing[n]);
}

int
main (void)
{
  crossings ();
  erbium_program p = { .workers = 2, .worker = worker };
  static const double even[] = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 };
  static const double uneven[] = { 1, 1, 1, 9, 1, 1 };
  struct plan s = row (8, even, NULL);
  expect (cut (&s, 2, 2) == 4);
  expect_cuts (&s, (int[]) { 0, 4, 8 }, 2);
  expect (cut (&s, 4, 4) == 2);
  expect_cuts (&s, (int[]) { 0, 2, 4, 6, 8 }, 4);
  expect (cut (&s, 4, 1) == 8); /* the rest gets none */
  expect_cuts (&s, (int[]) { 0, 8, 8, 8, 8 }, 4);

  s = row (12, even, NULL); /* three pieces: a third and two */
  expect (cut (&s, 3, 3) == 4);
  expect_cuts (&s, (int[]) { 0, 4, 8, 12 }, 3);

  s = row (6, uneven, NULL); /* not in the middle of the row but of the work */
  expect (cut (&s, 2, 2) == 11);
  expect_cuts (&s, (int[]) { 0, 3, 6 }, 2);

  /* What crosses is time too: the cut moves to where less does, and is not made where all do. */
  static const double thin[] = { 320, 320, 320, 320, 16, 320, 320, 0 };
  s = row (8, even, thin);
  expect (cut (&s, 2, 2) == 5 + 16 * remote_cost);
  expect_cuts (&s, (int[]) { 0, 5, 8 }, 2);
  expect_equal (pieces_to_spread (&p, &s), 2);
  static const double thick[] = { 320, 320, 320, 320, 320, 320, 320, 0 };
  s = row (8, even, thick);
  expect_equal (pieces_to_spread (&p, &s), 0);

  /* Gathered where less than one worker's time was needed, with some room; not where it is
   * needed, nor where all are together. */
  s = row (8, even, NULL);
  expect_equal (pieces_to_gather (&p, &s, 20), 0);
  lives_on[7] = 1;
  expect_equal (pieces_to_gather (&p, &s, 20), 1);
  expect_equal (pieces_to_gather (&p, &s, 9), 0);
}
