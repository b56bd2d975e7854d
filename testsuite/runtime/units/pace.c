/* SPDX-License-Identifier: MIT */
/* A process whose data may take a good part of its time tries whether it is faster beside its
 * partner: it measures its pace, goes there, and stays if it is clearly faster.  What is connected
 * with it goes along, returns with it, and stays with it.  One trial delays the next, and ever more
 * so the more of them fail.  A measurement that was interrupted does not count. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
#include "stealing.h"
#include "fiber/partners.c"
#include "fiber/pace.c"

enum { CHAIN = ERB_GROUP + 4, BYTES_A_PERIOD = 1 << 22 };

/* Process n + 1 of a chain reads what process n writes, and all have moved `moved' bytes. */
static struct erb_process stage[CHAIN];
static erbium_record between[CHAIN];
static struct erb_view reads[CHAIN], writes[CHAIN];
static struct erbium_slot read_slot[CHAIN], write_slot[CHAIN];
static int64_t moved;

static void
move_bytes (int64_t bytes)
{
  moved += bytes;
  for (int n = 0; n < CHAIN; n++)
    {
      erbium_store_relaxed (&read_slot[n].index, moved);
      erbium_store_relaxed (&write_slot[n].index, moved);
    }
}

static void
connect (int n, int chain)
{
  erbium_record *r = &between[n];
  *r = (erbium_record) { .size = 1 };
  r->ids[ERB_WRITE] = r->ids[ERB_READ] = 1;
  r->slot[ERB_WRITE] = &write_slot[n];
  r->slot[ERB_READ] = &read_slot[n];
  erbium_store_relaxed (&write_slot[n].owner, n + 1 < chain ? (int64_t) (intptr_t) &stage[n] : 0);
  erbium_store_relaxed (&read_slot[n].owner,
                        n + 1 < chain ? (int64_t) (intptr_t) &stage[n + 1] : 0);
  writes[n] = (struct erb_view) { .record = r, .slot = &write_slot[n], .side = ERB_WRITE };
  reads[n] = (struct erb_view) { .record = r, .slot = &read_slot[n], .side = ERB_READ };
}

/* A chain, of which the first `there' processes are on worker 1 and the others on worker 0. */
static void
begin_chain (int chain, int there)
{
  begin (0, SHORT);
  erbium_store_relaxed (&program.transfer, ERB_PROBE_BYTES); /* a byte a ns */
  for (int n = 0; n < CHAIN; n++)
    {
      stage[n] = (struct erb_process) { .program = &program, .parked = true, .turn = LONG };
      erbium_store_relaxed (&stage[n].worker, (int64_t) (intptr_t) &worker[n < there]);
      connect (n, chain);
    }
  for (int n = 0; n < chain; n++)
    {
      stage[n].views = n > 0 ? &reads[n - 1] : &writes[n];
      if (n > 0 && n + 1 < chain)
        reads[n - 1].next = &writes[n];
    }
  moved = 0;
  move_bytes (1000);
}

static void
pass (int64_t time)
{
  for (int k = 0; k < WORKERS; k++)
    worker[k].clock += time;
}

static struct erb_worker *
waits (int n, bool remote)
{
  return erb_worker_compares (erb_worker_home (&stage[n]), &stage[n], remote);
}

static void
put_on (int n, int k)
{
  erbium_store_relaxed (&stage[n].worker, (int64_t) (intptr_t) &worker[k]);
}

static bool
is_kept (int n, int64_t until)
{
  return stage[n].keeps == until;
}

/* Lets process `n', which waits for one on worker 1, move so many bytes in a pace_period. */
static struct erb_worker *
measure_apart (int n, int64_t bytes)
{
  expect (!waits (n, true));
  move_bytes (bytes);
  pass (pace_period - 1);
  expect (!waits (n, true));
  pass (1);
  return waits (n, true);
}

/* A reader of four processes in a row, with the last one behind it, tries the worker of the first
 * two, where both then are. */
static void
go_along (int64_t bytes)
{
  expect (measure_apart (2, bytes) == &worker[1]);
  expect (waits (3, false) == &worker[1]);
  expect (!waits (3, false)); /* once */
  put_on (2, 1);
  put_on (3, 1);
}

static void
faster_or_not (void)
{
  for (int faster = 0; faster < 2; faster++)
    {
      begin_chain (4, 2);
      go_along (BYTES_A_PERIOD);
      int64_t until = worker[0].clock + trial_most;
      expect (is_kept (2, until) && is_kept (3, until));
      pass (1);
      put_on (1, 2); /* the partner has left, and what goes along has not come */
      put_on (3, 0);
      erb_worker_welcomes (&worker[1], &stage[2]);
      expect (is_kept (1, 0) && is_kept (3, until));
      put_on (1, 1);
      put_on (3, 1);
      erb_worker_welcomes (&worker[1], &stage[2]);
      expect (!waits (2, false)); /* it begins when it waits there */
      pass (1);
      erb_worker_welcomes (&worker[1], &stage[2]); /* it is there already */
      expect (is_kept (1, until + 1) && is_kept (0, 0));
      move_bytes (BYTES_A_PERIOD + BYTES_A_PERIOD / CLEARLY + (faster ? 1000 : -1000));
      pass (pace_period - 2);
      expect (!waits (2, false));
      pass (1);
      expect (waits (2, false) == (faster ? NULL : &worker[0]));
      expect (waits (3, false) == (faster ? NULL : &worker[0]));
      expect (!waits (0, false) && !waits (1, false)); /* these were there before */
      for (int n = 0; faster && n < 4; n++)
        expect (stage[n].settled == worker[1].clock + stay && stage[n].turn == 0);
    }
}

/* The next trial of the process, and of any other, after so many have failed. */
static void
ever_later (void)
{
  begin_chain (4, 2);
  int64_t rests = rest_first;
  for (int k = 0; k < 8; k++)
    {
      go_along (BYTES_A_PERIOD);
      expect (!waits (2, false));
      pass (pace_period);
      expect (waits (2, false) == &worker[0] && waits (3, false) == &worker[0]);
      put_on (2, 0);
      put_on (3, 0);
      expect_equal (erbium_load_relaxed (&program.trial_until), worker[0].clock + rests);
      pass (rests - 1);
      expect (!waits (2, true));
      expect_equal (stage[2].pace.state, NO_TRIAL);
      pass (1);
      rests = rests < rest_most ? 2 * rests : rest_most;
    }
  go_along (BYTES_A_PERIOD);
  expect (!waits (2, false));
  move_bytes (2 * BYTES_A_PERIOD);
  pass (pace_period);
  expect (!waits (2, false));
  expect_equal (erbium_load_relaxed (&program.trial_until), worker[0].clock);
  expect_equal (stage[2].pace.again, worker[0].clock + rest_first);
}

/* Lets the trial of process 2 end, beside its partner; returns where it goes. */
static struct erb_worker *
end_beside (int64_t bytes)
{
  expect (!waits (2, false));
  move_bytes (bytes);
  pass (pace_period);
  return waits (2, false);
}

/* What came along with one trial does not belong to the next one, what has not waited during a
 * trial does not go any more, and what is where it would go does not go. */
static void
along_once (void)
{
  begin_chain (4, 2);
  go_along (BYTES_A_PERIOD);
  expect (!end_beside (2 * BYTES_A_PERIOD));
  pass (rest_first);
  put_on (2, 0);
  expect (measure_apart (2, BYTES_A_PERIOD) == &worker[1]);
  put_on (2, 1);
  expect (end_beside (0) == &worker[0]);
  expect (!waits (3, false));

  for (int faster = 0; faster < 2; faster++)
    {
      begin_chain (4, 2);
      expect (measure_apart (2, BYTES_A_PERIOD) == &worker[1]);
      put_on (2, 1);
      expect (end_beside (faster ? 2 * BYTES_A_PERIOD : 0) == (faster ? NULL : &worker[0]));
      expect (!waits (3, false)); /* on worker 0 */
    }

  begin_chain (4, 2);
  expect (measure_apart (2, BYTES_A_PERIOD) == &worker[1]);
  put_on (3, 1);
  expect (!waits (3, false));
  expect (!waits (2, false)); /* it has been moved back meanwhile */
  pass (pace_period);
  expect (!waits (2, false));
  expect_equal (stage[2].pace.state, NO_TRIAL);

  begin_chain (ERB_GROUP + 3, 3); /* those that were there and those that came are too many */
  expect (measure_apart (3, BYTES_A_PERIOD) == &worker[1]);
  for (int n = 3; n < ERB_GROUP + 3; n++)
    put_on (n, 1);
  expect (!waits (3, false));
  pass (pace_period);
  expect (waits (3, false) == &worker[0]);
  for (int n = 4; n < ERB_GROUP + 3; n++)
    expect (waits (n, false) == &worker[0]);
}

/* With ERBIUM_PLACE=wander each wait of a process whose partner is elsewhere counts. */
static void
wandering (void)
{
  begin_chain (4, 2);
  program.set.place = ERB_PLACE_WANDER;
  for (int k = 0; k < 3; k++)
    {
      expect (!waits (2, true));
      move_bytes (1);
      pass (100); /* too few bytes otherwise */
      expect (waits (2, true) == &worker[1]);
      put_on (2, 1);
      expect (!waits (2, false));
      expect (waits (2, false) == &worker[0]);
      put_on (2, 0);
      expect (is_kept (2, 0));
    }
}

static void
not_tried (void)
{
  begin_chain (4, 2);
  expect (!measure_apart (2, pace_period / PART / 2 - 1000)); /* too little, with both views */
  expect_equal (stage[2].pace.state, NO_TRIAL);

  begin_chain (4, 2);
  expect (measure_apart (2, pace_period / PART / 2 + 1000) == &worker[1]);

  begin_chain (4, 2);
  expect (!waits (2, false));
  expect_equal (stage[2].pace.state, NO_TRIAL);

  begin_chain (4, 4); /* the partner is a reader, and not the first one that is looked at */
  put_on (2, 2);
  expect (measure_apart (1, BYTES_A_PERIOD) == &worker[2]);

  begin_chain (4, 0); /* the partner comes meanwhile */
  expect (!measure_apart (2, BYTES_A_PERIOD));

  begin_chain (4, 2);
  program.set.place = ERB_PLACE_TOGETHER;
  expect (!measure_apart (2, BYTES_A_PERIOD));
  expect_equal (stage[2].pace.state, NO_TRIAL);

  begin_chain (4, 2);
  expect_equal (claim_trial (&worker[0]), 1); /* another one is under way */
  worker[0].clock += trial_most - 1;
  expect_equal (claim_trial (&worker[0]), 0);
  worker[0].clock -= trial_most - 1;
  expect (!measure_apart (2, BYTES_A_PERIOD));
  expect_equal (stage[2].pace.state, APART);
  pass (trial_most);
  expect (!waits (2, true)); /* late */
  go_along (BYTES_A_PERIOD);

  begin_chain (4, 2); /* what was moved before another trial was over does not count */
  erbium_store_relaxed (&program.trial_until, worker[0].clock + pace_period + 1);
  expect (!measure_apart (2, BYTES_A_PERIOD));
  expect_equal (stage[2].pace.state, APART);
  pass (pace_period);
  expect (!waits (2, true));
  expect_equal (stage[2].pace.state, NO_TRIAL);

  begin_chain (2 + ERB_GROUP + 1, 2);
  expect (!measure_apart (2, BYTES_A_PERIOD)); /* one too many would go along */
  begin_chain (2 + ERB_GROUP, 2);
  expect (measure_apart (2, BYTES_A_PERIOD) == &worker[1]);
}

static void
interrupted (void)
{
  begin_chain (4, 2);
  expect (!waits (2, true));
  move_bytes (BYTES_A_PERIOD);
  pass (LATE * pace_period + 1);
  expect (!waits (2, true));
  expect_equal (stage[2].pace.state, APART);
  move_bytes (BYTES_A_PERIOD); /* it begins anew */
  pass (pace_period);
  expect (waits (2, true) == &worker[1]);

  put_on (2, 1);
  expect (!waits (2, false));
  move_bytes (100 * (int64_t) BYTES_A_PERIOD);
  pass (LATE * pace_period + 1);
  expect (waits (2, false) == &worker[0]);
}

/* Whether process 2 of a chain would leave worker 0 for worker 1 in the other ways. */
static void
other_ways (bool leaves)
{
  struct erb_wait wait = { .process = &stage[2], .view = &reads[1], .record = &between[1],
                           .side = ERB_WRITE };
  struct erb_worker *to = leaves ? &worker[1] : NULL;
  worker[0].gave = FOLLOW;
  erbium_store_relaxed (&stage[1].stays, STAYS);
  expect (erb_worker_follows (&worker[0], &stage[2]) == to);
  erbium_store_relaxed (&stage[2].waker, (int64_t) (intptr_t) &worker[1]);
  expect (erb_worker_forwards_to (&worker[0], &stage[2], &wait) == to);
  erb_worker_drawn_to (&stage[2]);
  move_bytes ((int64_t) 1 << 40);
  expect (erb_worker_drawn_to (&stage[2]) == to);
  erbium_store_relaxed (&stage[2].stays, STAYS);
  move_bytes ((int64_t) 2 << 40);
  expect (!erb_worker_drawn_to (&stage[2]));
  erbium_store_relaxed (&stage[2].stays, 0);
}

/* Until then, what is kept is not offered, given away or seized, and goes for no other reason.
 * What is behind it in the queue may leave. */
static void
kept (void)
{
  for (int keeps = 0; keeps < 2; keeps++)
    {
      begin_chain (3, 2);
      stage[2].keeps = worker[0].clock + keeps;
      other_ways (!keeps);
    }
  for (int longs = 0; longs < 2; longs++)
    for (int behind = 0; behind < 2; behind++)
      {
        begin (2 + behind, longs ? LONG : SHORT);
        int64_t until = worker[0].clock + give_first + 1;
        process[0].keeps = process[1].keeps = until + 1;
        erb_worker_search (&worker[1]);
        worker[0].clock = until;
        erb_worker_share (&worker[0]);
        expect_equal (queued (0), 2);
        expect (worker[0].ready.first == &process[0] && worker[0].ready.last == &process[1]);
        if (behind)
          continue;
        worker[0].clock = until + 1;
        erb_worker_share (&worker[0]);
        expect_equal (queued (0), 1);
      }
}

/* What has settled leaves if turns become long. */
static void
settled (void)
{
  for (int longs = 0; longs < 2; longs++)
    {
      begin (2, longs ? LONG : SHORT);
      worker[0].clock += give_first + 1;
      process[0].settled = process[1].settled = worker[0].clock + 1;
      erb_worker_search (&worker[1]);
      erb_worker_share (&worker[0]);
      expect_equal (queued (0), longs ? 1 : 2);
      worker[0].clock += give_first + 1;
      erb_worker_share (&worker[0]);
      expect_equal (queued (0), 1);
    }
}

/* A trial that takes longer than is meant changes nothing of the one that has begun meanwhile.  No
 * trial takes a process along that is itself on trial. */
static void
one_at_a_time (void)
{
  begin (0, SHORT);
  int64_t first = claim_trial (&worker[0]);
  pass (trial_most + 1);
  int64_t second = claim_trial (&worker[1]), until = erbium_load_relaxed (&program.trial_until);
  expect (first && second && first != second);
  end_trial (&worker[0], first, true);
  expect_equal (erbium_load_relaxed (&program.trial), second);
  expect_equal (erbium_load_relaxed (&program.trial_until), until);

  for (int state = NO_TRIAL; state <= BESIDE; state++)
    {
      begin_chain (4, 2);
      stage[3].pace.state = state;
      bool tries = measure_apart (2, BYTES_A_PERIOD) == &worker[1];
      expect (tries == (state != GOES && state != BESIDE));
    }
}

/* What has come beside its partner keeps it there, but not while it runs: the worker that opens the
 * inbox may be another one, and views of a running process change. */
static void
welcome (void)
{
  for (int runs = 0; runs < 2; runs++)
    {
      begin_chain (4, 3);
      stage[2].pace.state = GOES;
      stage[2].parked = !runs;
      worker[1].running = runs ? &stage[2] : NULL;
      erb_worker_send (&worker[1], &stage[2], ERB_WOKEN);
      erb_worker_open_inbox (&worker[1]);
      expect (is_kept (1, runs ? 0 : worker[1].clock + trial_most));
    }
}

int
main (void)
{
  welcome ();
  one_at_a_time ();
  faster_or_not ();
  ever_later ();
  along_once ();
  wandering ();
  not_tried ();
  interrupted ();
  kept ();
  settled ();
}
