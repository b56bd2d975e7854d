/* SPDX-License-Identifier: MIT */
/* What a process needs is the time for a byte, times the bytes that it has moved lately:
 * one that has just worked off what had piled up counts no more than its neighbour, who
 * had nothing to do meanwhile. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
#include "sync/sync.h"
#include "fiber/cost_model.h"
#include "fiber/worker.h"
#include "test.h"

enum { BYTES = 1000000 };

static erbium_program p;
static struct erb_process early, late, alone;
static erbium_record r;
static struct erbium_slot slots[2];

static void
has_moved (int64_t written, int64_t read)
{
  erbium_store_relaxed (&slots[ERB_WRITE].index, written);
  erbium_store_relaxed (&slots[ERB_READ].index, read);
}

static void
ran (struct erb_process *q, int64_t ns)
{
  erbium_store_relaxed (&q->ran, ns);
}

static bool
about (double a, double b)
{
  return a > b * 0.995 && a < b * 1.005;
}

int
main (void)
{
  static const struct erb_task_model fiber = { .shares_threads = true };
  static const struct erb_task_model thread = { .shares_threads = false };
  struct erb_process *row[] = { &early, &late, &alone };
  early.task = late.task = &fiber;
  alone.task = &thread;
  erb_lock_init (&p.lock);
  early.next = &late;
  late.next = &alone;
  p.processes = &early;
  p.records = &r;
  r.size = 1;
  for (int side = 0; side < ERB_SIDES; side++)
    {
      r.ids[side] = 1;
      r.slot[side] = &slots[side];
      erbium_store_relaxed (&slots[side].end, ERBIUM_NEVER);
    }
  erbium_store_relaxed (&slots[ERB_WRITE].owner, (int64_t) (intptr_t) &early);
  erbium_store_relaxed (&slots[ERB_READ].owner, (int64_t) (intptr_t) &late);

  /* Both take 2 ns a byte; what the reader does, it does in this time. */
  has_moved (BYTES, BYTES / 2);
  erb_balance_measure (&p);
  expect_equal (erbium_load_relaxed (&p.measuring), 1);

  /* One who has not had its turn yet would be taken for idle. */
  has_moved (BYTES + 1000, BYTES / 2);
  expect (!erb_balance_knows_all (&p));
  has_moved (BYTES + 1000, BYTES);
  expect (erb_balance_knows_all (&p)); /* who is no fiber is not asked */
  ran (&early, 2000);
  ran (&late, BYTES);
  ran (&alone, 5000);
  double scale = erb_estimate_costs (&p, row, 3);
  expect (scale > 0);
  expect (about (early.load / late.load, (BYTES + 1000.0) / BYTES));
  expect (about (early.load + late.load, 2000 + BYTES));
  expect (alone.load == 5000);
  expect (about (erb_all_flow (&p), 1000));

  /* Who has had nothing to do keeps what was known of it. */
  double before = late.load / early.load;
  erb_balance_measure (&p);
  has_moved (BYTES + 2000, BYTES);
  ran (&early, 2000);
  ran (&late, 0);
  erb_estimate_costs (&p, row, 3);
  expect (about (late.load / early.load, before));
  expect (about (early.load + late.load, 2000));
  expect (erb_balance_knows_all (&p));

  /* Of three costs the one in the middle, of two the lower: here 2 ns a byte for the early one, and 2,
   * then a second that has been lost to another program, then less, as it runs still. */
  static const int64_t costs[] = { 2, 1000000, 1, 1, 3, 3 }, taken[] = { 2, 2, 2, 1, 1, 3 };
  for (int n = 0; n < 6; n++)
    {
      erb_balance_measure (&p);
      has_moved (BYTES + 3000 + n * 1000, BYTES);
      ran (&early, costs[n] * 1000);
      erb_estimate_costs (&p, row, 3);
      expect (about (early.cost, (double) taken[n]));
    }
  early.costs[0] = early.costs[1] = 0; /* as of a process that is new */
  for (int n = 0; n < 2; n++)
    {
      erb_balance_measure (&p);
      has_moved (BYTES + 9000 + n * 1000, BYTES);
      ran (&early, n == 0 ? 5000 : 2000);
      erb_estimate_costs (&p, row, 3);
      expect (about (early.cost, n == 0 ? 5 : 2));
    }
}
