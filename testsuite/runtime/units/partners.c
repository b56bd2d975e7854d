/* SPDX-License-Identifier: MIT */
/* Partners are those with which a process shares much of its data.  They are given away together,
 * out of any queue; others follow when they next wait, and what was given away stays for some
 * waits. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
#include "stealing.h"

enum { BLOCKS, TURNS }; /* records */

/* A process that reads process[0]'s or process[1]'s blocks, and awaits its turn. */
static struct erbium_slot written[2], own_slot[2];
static erbium_record partners_record[2];
static struct erb_view partners_view[2];

/* Makes p read blocks from `block', and turns from `turn': much less data, unless even. */
static void
connect (struct erb_process *p, struct erb_process *block, struct erb_process *turn, bool even)
{
  struct erb_process *const from[] = { block, turn };
  for (int n = BLOCKS; n <= TURNS; n++)
    {
      erbium_record *r = &partners_record[n];
      *r = (erbium_record) { .size = n == BLOCKS || even ? 4096 : 1 };
      r->ids[ERB_WRITE] = 1;
      r->slot[ERB_WRITE] = &written[n];
      erbium_store_relaxed (&written[n].owner, (int64_t) (intptr_t) from[n]);
      erbium_store_relaxed (&own_slot[n].index, 100);
      partners_view[n] = (struct erb_view) { .record = r, .slot = &own_slot[n], .side = ERB_READ };
    }
  partners_view[TURNS].next = &partners_view[BLOCKS];
  p->views = &partners_view[TURNS];
}

/* What only says whose turn it is does not bind. */
static void
bound_by_data (void)
{
  struct erb_wait wait = { .process = &process[0], .view = &partners_view[TURNS],
                           .record = &partners_record[TURNS], .side = ERB_WRITE };
  begin (0, SHORT);
  erbium_store_relaxed (&process[1].worker, (int64_t) (intptr_t) &worker[1]);
  erbium_store_relaxed (&process[0].waker, (int64_t) (intptr_t) &worker[1]);
  connect (&process[0], &process[1], &process[2], false);
  expect (erb_worker_forwards_to (&worker[0], &process[0], &wait) == &worker[1]);
  connect (&process[0], &process[2], &process[1], false);
  expect (!erb_worker_forwards_to (&worker[0], &process[0], &wait));
  connect (&process[0], &process[1], &process[2], true);
  expect (!erb_worker_forwards_to (&worker[0], &process[0], &wait));
}

enum { CROWD = 20 };

static struct erb_view many_views[CROWD];
static struct erbium_slot many_slots[CROWD];
static erbium_record many_record, no_record;

/* Whether process 0 has process 1 for a partner if that is the writer with this number, and the
 * view on its record is the one with this number, both from 0 on. */
static bool
is_found (int writer, int view)
{
  begin (0, SHORT);
  many_record = (erbium_record) { .size = 4096 };
  many_record.ids[ERB_WRITE] = CROWD;
  many_record.slot[ERB_WRITE] = many_slots;
  for (int n = 0; n < CROWD; n++)
    {
      erbium_store_relaxed (&many_slots[n].owner,
                            n == writer ? (int64_t) (intptr_t) &process[1] : 0);
      many_views[n] = (struct erb_view) { .record = n == view ? &many_record : &no_record,
                                          .slot = &own_slot[0], .side = ERB_READ,
                                          .next = n + 1 < CROWD ? &many_views[n + 1] : NULL };
    }
  process[0].views = many_views;
  return erb_partner_of (&process[0], &worker[0]) == &process[1];
}

/* A process has a bounded number of partners.  One that is on offer is none, and a process is not
 * its own. */
static void
few_of_many (void)
{
  erbium_store_relaxed (&own_slot[0].index, 100);
  expect (is_found (0, 0) && is_found (7, 0) && !is_found (8, 0));
  expect (is_found (0, 15) && !is_found (0, 16));
  expect (is_found (0, 0));
  erbium_store_relaxed (&process[1].worker, 0);
  expect (!erb_partner_of (&process[0], &worker[0]));
  erbium_store_relaxed (&many_slots[0].owner, (int64_t) (intptr_t) &process[0]);
  expect (!erb_partner_of (&process[0], &worker[0]));
}

/* Of four that are ready, the first is given away with its partner, which is the last, unless that
 * is still on its stack. */
static void
given_together (void)
{
  begin (4, SHORT);
  connect (&process[0], &process[3], &process[1], false);
  worker[0].running = &process[3];
  erb_worker_search (&worker[1]);
  worker[0].clock += give_first + 1;
  erb_worker_share (&worker[0]);
  erb_worker_open_inbox (&worker[1]);
  expect (worker[1].ready.first == &process[0] && worker[1].ready.last == &process[1]);

  begin (4, SHORT);
  connect (&process[0], &process[3], &process[1], false);
  erb_worker_search (&worker[1]);
  worker[0].clock += give_first + 1;
  erb_worker_share (&worker[0]);
  erb_worker_open_inbox (&worker[1]);
  expect (worker[1].ready.first == &process[0] && worker[1].ready.last == &process[3]);
  expect_equal (queued (1), 2);
  expect (worker[0].ready.first == &process[1] && worker[0].ready.last == &process[2]);
}

/* A partner that stays is not given away. */
static void
kept_apart (void)
{
  begin (4, SHORT);
  connect (&process[0], &process[3], &process[1], false);
  process[3].keeps = worker[0].clock + give_first + 2;
  erb_worker_search (&worker[1]);
  worker[0].clock += give_first + 1;
  erb_worker_share (&worker[0]);
  erb_worker_open_inbox (&worker[1]);
  expect (worker[1].ready.first == &process[0] && worker[1].ready.last == &process[1]);
}

/* Gives half of what worker 0 has to worker 1. */
static void
make_gift (void)
{
  erb_worker_search (&worker[1]);
  worker[0].clock += give_first + 1;
  erb_worker_share (&worker[0]);
  erb_worker_open_inbox (&worker[1]);
}

/* A partner that has been left behind and comes back is in no queue, and one that is back was not
 * woken: they stay. */
static void
comes_back (void)
{
  begin (3, SHORT);
  connect (&process[0], &process[3], &process[1], false);
  process[3].parked = false;
  process[3].woken = true;
  erb_worker_send (&worker[0], &process[3], ERB_BACK);
  make_gift ();
  expect_equal (queued (0), 1);
  expect (erb_worker_home (&process[3]) == &worker[0]);
  erb_worker_open_inbox (&worker[0]);
  expect_equal (queued (0), 2);
  expect (worker[0].ready.first == &process[2] && worker[0].ready.last == &process[3]);

  begin (3, SHORT);
  connect (&process[0], &process[3], &process[1], false);
  process[3].parked = process[3].woken = false;
  erb_worker_put_back (&worker[0], &process[3]);
  make_gift ();
  expect_equal (queued (0), 2);
  expect (erb_worker_home (&process[3]) == &worker[0]);
}

/* A partner goes along out of any queue, and from any place in it. */
static void
out_of_any_queue (void)
{
  for (int n = 1; n < PROCESSES; n++)
    {
      begin (1, SHORT);
      for (int k = 1; k < PROCESSES; k++)
        {
          process[k].eager = true;
          erb_worker_make_ready (&worker[0], &process[k], true);
        }
      connect (&process[0], &process[n], &running, false);
      make_gift ();
      expect (erb_worker_home (&process[n]) == &worker[1]);
      expect_equal (queued (0), 2);
      int left = 0;
      for (struct erb_process *p = worker[0].fresh.first; p; p = p->row_next)
        left += p != &process[n] && p->row == &worker[0].fresh;
      expect_equal (left, 2);
    }
  begin (2, SHORT);
  process[3].low_priority = true;
  erb_worker_make_ready (&worker[0], &process[3], true);
  connect (&process[0], &process[3], &process[1], false);
  make_gift ();
  expect (erb_worker_home (&process[3]) == &worker[1]);
  expect (!worker[0].low_priority.first);
  expect_equal (erbium_load_relaxed (&process[3].in_low_priority), 0);
}

/* A process that could not be given away, since it ran or waited, follows when it next waits.  The
 * one that was given away stays meanwhile, also if it is woken from where it was. */
static void
follows (void)
{
  struct erb_wait wait = { .process = &process[0], .view = &partners_view[BLOCKS],
                           .record = &partners_record[BLOCKS], .side = ERB_WRITE };
  begin (1, SHORT);
  connect (&process[1], &process[0], &process[2], false);
  expect (!erb_worker_follows (&worker[0], &process[1]));
  erb_worker_search (&worker[1]);
  worker[0].clock += give_first + 1;
  erb_worker_share (&worker[0]);
  expect (has_got (1, &process[0]));
  expect (erb_worker_follows (&worker[0], &process[1]) == &worker[1]);
  worker[1].gave = FOLLOW;
  erbium_store_relaxed (&process[1].stays, STAYS);
  connect (&process[0], &process[1], &process[2], false);
  expect (!erb_worker_follows (&worker[1], &process[0])); /* it was given away itself */
  erbium_store_relaxed (&process[1].stays, 0);
  worker[1].gave = 0;

  connect (&process[0], &process[1], &process[2], false);
  erbium_store_relaxed (&process[0].waker, (int64_t) (intptr_t) &worker[0]);
  erbium_store_relaxed (&worker[1].turn, SHORT);
  expect (!erb_worker_forwards_to (&worker[1], &process[0], &wait));
  erbium_store_relaxed (&process[0].stays, 0);
  expect (erb_worker_forwards_to (&worker[1], &process[0], &wait) == &worker[0]);
  connect (&process[1], &process[0], &process[2], false);
  expect (!erb_worker_follows (&worker[0], &process[1]));

  erbium_store_relaxed (&process[0].stays, STAYS);
  for (int n = 2; n < FOLLOW; n++) /* two looks are over */
    expect (erb_worker_follows (&worker[0], &process[1]) == &worker[1]);
  expect (!erb_worker_follows (&worker[0], &process[1]));
}

int
main (void)
{
  bound_by_data ();
  few_of_many ();
  given_together ();
  kept_apart ();
  comes_back ();
  out_of_any_queue ();
  follows ();
}
