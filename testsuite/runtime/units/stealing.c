/* SPDX-License-Identifier: MIT */
/* A worker whose processes run for long at a time offers half of those that are ready, the oldest
 * first; any worker takes the offer, but only one.  What has no home is elsewhere for everybody.
 * Processes of short turns are given away only after a long backlog, and processes whose turns cost
 * less than their data never at once.  One that was not woken stays, and with ERBIUM_PLACE=together
 * all stay.  A process that is woken from elsewhere follows its waker if no partner is where it is,
 * or if its waker's worker has much less to do; one that was given away and comes back delays the
 * next gift.  A worker that shares wakes one that sleeps unless enough of them search.  For
 * seizing see seizing.c. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
#include "stealing.h"

/* Whether p has no home, and is one of those that w offers. */
static bool
is_offered (const struct erb_worker *w, const struct erb_process *p)
{
  const struct erb_process *q = (struct erb_process *) (intptr_t) erbium_load_relaxed (&w->offer);
  while (q && q != p)
    q = q->row_next;
  return q && !erb_worker_home (p);
}

/* An offer may have to be taken back as a whole, so it is bounded. */
static void
many_ready (void)
{
  static struct erb_process many[4 * LARGEST_PART];
  begin (0, LONG);
  for (int n = 0; n < 4 * LARGEST_PART; n++)
    {
      many[n] = (struct erb_process) { .program = &program, .parked = true };
      erbium_store_relaxed (&many[n].worker, (int64_t) (intptr_t) &worker[0]);
      erb_worker_make_ready (&worker[0], &many[n], true);
    }
  erb_worker_share (&worker[0]);
  expect_equal (queued (0), 3 * LARGEST_PART);
}

/* A process that may not leave has its turn, although another one is offered in vain again and
 * again and then goes first, and a third is fresh each time. */
static void
streak_of_offers (void)
{
  begin (1, LONG);
  process[2].eager = true;
  erb_worker_make_ready (&worker[0], &process[1], false);
  erb_worker_make_ready (&worker[0], &process[2], false);
  for (int n = 0; n < 3 * LONG_STREAK; n++)
    {
      if (!is_offered (&worker[0], &process[0]))
        erb_worker_share (&worker[0]);
      worker[0].offered_at = n % 2 ? -patience : INT64_MAX / 2;
      worker[0].offered_switches = -OVERDUE;
      worker[0].to_tick = 1;
      struct erb_process *p = erb_worker_next_ready (&worker[0]);
      if (p == &process[1])
        return;
      p->parked = true;
      erb_worker_make_ready (&worker[0], p, p == &process[0]);
    }
  expect (!"process 1 has had its turn");
}

static void
long_turns (void)
{
  begin (3, LONG);
  erb_worker_share (&worker[0]);
  expect (is_offered (&worker[0], &process[0]) && is_offered (&worker[0], &process[1]));
  expect_equal (queued (0), 1);
  expect (worker[0].ready.first == &process[2] && worker[0].ready.last == &process[2]);
  expect (!erb_worker_of (&process[0]));
  expect (erb_worker_offer_elsewhere (&worker[1]));
  erb_worker_share (&worker[0]); /* one offer at a time */
  expect_equal (queued (0), 1);

  expect (erb_worker_take (&worker[2]));
  expect (!erb_worker_take (&worker[1]) && !erb_worker_take_back (&worker[0]));
  expect (worker[2].ready.first == &process[0] && worker[2].ready.last == &process[1]);
  expect (erb_worker_home (&process[0]) == &worker[2]);
  expect_equal (queued (2), 2);
  expect_equal (erbium_load_relaxed (&worker[2].moved), 2);

  begin (1, LONG);
  erb_worker_share (&worker[0]);
  expect (erb_worker_take_back (&worker[0]) && !erb_worker_take (&worker[1]));
  expect (worker[0].ready.first == &process[0]);
  expect (erb_worker_home (&process[0]) == &worker[0]);
  expect_equal (erbium_load_relaxed (&worker[0].moved), 0);
}

/* Of the consumers that are fresh the oldest leaves, which is the last to run. */
static void
oldest_fresh (void)
{
  begin (0, LONG);
  for (int n = 0; n < 3; n++)
    {
      process[n].eager = true;
      erb_worker_make_ready (&worker[0], &process[n], true);
    }
  erb_worker_share (&worker[0]);
  expect (is_offered (&worker[0], &process[0]) && is_offered (&worker[0], &process[1]));
  expect (worker[0].fresh.first == &process[2]);
}

/* An offer is overdue after a time, and some switches if fresh processes are there. */
static void
overdue (void)
{
  begin (2, LONG);
  erbium_store_relaxed (&worker[0].switches, 7);
  worker[0].clock = patience + 5;
  erb_worker_share (&worker[0]);
  expect (is_offered (&worker[0], &process[0]));
  worker[0].clock += patience;
  expect (!offer_is_overdue (&worker[0]));
  worker[0].clock++;
  expect (offer_is_overdue (&worker[0]));
  process[2].eager = true;
  erb_worker_make_ready (&worker[0], &process[2], true);
  expect (!offer_is_overdue (&worker[0]));
  erb_worker_count (&worker[0].switches, OVERDUE - 1);
  expect (!offer_is_overdue (&worker[0]));
  erb_worker_count (&worker[0].switches, 1);
  expect (offer_is_overdue (&worker[0]));
}

/* An offer that is not taken comes back after half a millisecond and some turns, before all others:
 * the next thing that w does may be to offer them again. */
static void
offers_in_vain (void)
{
  begin (3, LONG);
  erb_worker_share (&worker[0]);
  expect (is_offered (&worker[0], &process[0]));
  worker[0].clock += patience;
  worker[0].to_tick = 2;
  expect (erb_worker_next_ready (&worker[0]) == &process[2]);
  expect (is_offered (&worker[0], &process[0]));
  erb_worker_make_ready (&worker[0], &process[3], true);
  worker[0].offered_at = -patience; /* the next one reads the clock, which is real */
  worker[0].offered_switches = -OVERDUE;
  worker[0].to_tick = 1;
  process[2].parked = process[2].eager = true;
  erb_worker_make_ready (&worker[0], &process[2], true);
  expect (erb_worker_next_ready (&worker[0]) == &process[0]);
  worker[0].to_tick = 2;
  expect (erb_worker_next_ready (&worker[0]) == &process[2]);
  expect (erb_worker_next_ready (&worker[0]) == &process[1]);
  expect (erb_worker_next_ready (&worker[0]) == &process[3]);
  expect (!erb_worker_take (&worker[1]));
}

static void
far_workers (void)
{
  begin (1, LONG);
  erbium_store_relaxed (&program.distance, 21);
  expect (!erb_worker_has_long_turns (&worker[0]));
  erbium_store_relaxed (&worker[0].turn, 4200);
  expect (erb_worker_has_long_turns (&worker[0]));
}

/* ns that a look at the clock takes, and a line of another worker. */
enum { CLOCK = 30, LINE = 70 };

static int64_t measured_now;
static bool fetches;

/* The first of two looks is before the line is fetched, the second after. */
static int64_t
now_beside_a_line (void)
{
  static int looks;
  measured_now += CLOCK + (fetches && ++looks % 2 == 0 ? LINE : 0);
  return measured_now;
}

static int64_t
next_long (void)
{
  return measured_now += FARTHEST + CLOCK + 1;
}

/* The distance is what a line takes, without the clock; it is an average, and what takes too long
 * was an interruption. */
static void
measured (void)
{
  struct erb_os os = *erb_os;
  const struct erb_os *before = erb_os;
  os.now = now_beside_a_line;
  erb_os = &os;
  begin (0, LONG);
  fetches = true;
  erb_worker_count (&worker[0].switches, 1);
  erb_move_measure (&worker[1], &worker[0]); /* what the clock takes is not known */
  expect_equal (erbium_load_relaxed (&program.distance), 0);
  fetches = false;
  erb_move_measure (&worker[1], &worker[0]);
  fetches = true;
  erb_worker_count (&worker[0].switches, 1);
  erb_move_measure (&worker[1], &worker[0]);
  expect_equal (erbium_load_relaxed (&program.distance), LINE);
  erbium_store_relaxed (&program.distance, LINE + SOME_LINES);
  erb_worker_count (&worker[0].switches, 1);
  erb_move_measure (&worker[1], &worker[0]);
  expect_equal (erbium_load_relaxed (&program.distance), LINE + SOME_LINES - 1);
  fetches = false;
  measured_now = 0;
  os.now = next_long;
  erb_worker_count (&worker[0].switches, 1);
  erb_move_measure (&worker[1], &worker[0]);
  expect_equal (erbium_load_relaxed (&program.distance), LINE + SOME_LINES - 1);
  erb_os = before;
}

static void
short_turns (void)
{
  begin (4, SHORT);
  erb_worker_search (&worker[1]);
  erbium_store_relaxed (&process[0].waker, (int64_t) (intptr_t) &worker[0]);
  worker[0].clock += give_first - 1;
  erb_worker_share (&worker[0]);
  expect_equal (queued (0), 4);
  worker[0].clock += 2;
  erb_worker_share (&worker[0]);
  expect_equal (queued (0), 2);
  expect (!erb_worker_stop_searching (&worker[1]));
  erb_worker_open_inbox (&worker[1]);
  expect (worker[1].ready.first == &process[0] && worker[1].ready.last == &process[1]);
  expect (worker[0].ready.first == &process[2]);
  expect_equal (erbium_load_relaxed (&process[0].waker), 0); /* it would go back at once */
  erb_worker_search (&worker[2]); /* the backlog begins anew */
  erb_worker_share (&worker[0]);
  expect_equal (queued (0), 2);
}

/* worker[there] wakes p, which waits on worker[here] for nobody who lives there. */
static void
wake_from (int there, int here, struct erb_process *p)
{
  p->parked = true;
  erbium_store_relaxed (&p->waker, (int64_t) (intptr_t) &worker[there]);
  erb_worker_send (&worker[here], p, ERB_WOKEN);
  erb_worker_open_inbox (&worker[here]);
}

static int64_t
delay (void)
{
  return erbium_load_relaxed (&program.give_after);
}

/* A process that was given away and comes back doubles the delay, once.  One that goes where its
 * partners are without having been given away does not. */
static void
given_in_vain (void)
{
  begin (1, SHORT);
  erb_worker_search (&worker[1]);
  worker[0].clock += give_first + 1;
  erb_worker_share (&worker[0]);
  erb_worker_open_inbox (&worker[1]);
  expect (erb_worker_next_ready (&worker[1]) == &process[0]);
  int64_t after = delay ();
  expect (after < give_first);

  erbium_store_relaxed (&process[0].stays, 0); /* the waits for which it stays are over */
  wake_from (0, 1, &process[0]);
  expect (has_got (0, &process[0]));
  expect_equal (delay (), 2 * after);
  erb_worker_open_inbox (&worker[0]);
  expect (erb_worker_next_ready (&worker[0]) == &process[0]);
  wake_from (1, 0, &process[0]);
  expect (has_got (1, &process[0]));
  expect_equal (delay (), 2 * after);
}

static int wakes;

static void
count_wake (erbium_atomic32 *word)
{
  (void) word;
  wakes++;
}

/* Worker 0 shares while worker 2 sleeps and so many others search.  Returns whether it wakes 2. */
static bool
wakes_sleeper (int ready, int64_t turn, int searching)
{
  wakes = 0;
  begin (ready, turn);
  worker[0].clock += give_first + 1;
  erbium_store_relaxed (&worker[2].asleep, 1);
  erbium_store_relaxed (&program.sleeping, 1);
  erbium_store_relaxed (&program.searching, searching);
  erb_worker_share (&worker[0]);
  expect (!erbium_load_relaxed (&worker[2].asleep) == (wakes == 1) && wakes <= 1);
  return wakes == 1;
}

static void
waking (void)
{
  struct erb_os os = *erb_os;
  const struct erb_os *before = erb_os;
  os.wake = count_wake;
  erb_os = &os;
  expect (wakes_sleeper (3, LONG, 0));
  expect (wakes_sleeper (3, SHORT, 0));
  expect (!wakes_sleeper (0, LONG, 0));
  expect (wakes_sleeper (3, LONG, 1)); /* one is queued, and one on offer */
  expect (!wakes_sleeper (3, LONG, 2));
  erb_os = before;
}

/* What counts is the turn of the process, or of the one for which it would have to wait. */
static void
own_turns (void)
{
  begin (1, SHORT);
  running = (struct erb_process) { .program = &program, .turn = SHORT };
  expect (!erb_move_pays (&worker[0], &process[0]));
  erb_move_note_turn (&process[0], LONG); /* its first */
  expect (erb_move_pays (&worker[0], &process[0]));
  expect (erb_move_pays (&worker[0], &process[1])); /* as the first turn of another */
  process[1].parks = 1;
  expect (!erb_move_pays (&worker[0], &process[1]));
  running.turn = LONG;
  expect (erb_move_pays (&worker[0], &process[1]));
}

/* A process whose turns move much data has short turns, whatever they take. */
static void
much_data (void)
{
  static struct erbium_slot slot;
  erbium_record r = { .size = 1 };
  struct erb_view v = { .record = &r, .slot = &slot, .side = ERB_READ, .horizon = 8192 };
  begin (1, LONG);
  process[0].views = &v;
  process[0].parks = 9;
  erbium_store_relaxed (&slot.index, 10 * 8192); /* 8192 a turn take 1024 ns */
  expect (!erb_move_pays (&worker[0], &process[0]));
  erb_worker_share (&worker[0]);
  expect_equal (queued (0), 1);
  erbium_store_relaxed (&worker[0].turn, LONG + 1024);
  expect (erb_move_pays (&worker[0], &process[0]));
  expect_equal (erb_move_data_time (&process[0]), 1024);
  r.ids[ERB_READ] = r.ids[ERB_WRITE] = 4;
  expect_equal (erb_move_data_time (&process[0]), 1024); /* all read the same */
  v.group = 1; /* each claims a part */
  expect_equal (erb_move_data_time (&process[0]), 256);
  v.group = 0;
  v.side = ERB_WRITE; /* each writes a part */
  expect_equal (erb_move_data_time (&process[0]), 256);
  v.horizon = 800; /* it has skipped most */
  expect_equal (erb_move_data_time (&process[0]), 100);
  erbium_store_relaxed (&slot.index, ERBIUM_NEVER); /* the stream has ended */
  expect_equal (erb_move_data_time (&process[0]), 0);
}

/* A process that has spent its time on data from another worker goes there; one that has given a
 * view back since it was last measured has moved less, not more. */
static void
slowed_by_data (void)
{
  const int64_t many = (int64_t) 1 << 39; /* a minute at the usual distance */
  static struct erbium_slot slot;
  erbium_record r = { .size = 1 };
  struct erb_view v = { .record = &r, .slot = &slot, .side = ERB_READ };
  begin (1, LONG);
  process[0].views = &v;
  erbium_store_relaxed (&slot.index, many);
  expect (!erb_move_slows (&process[0]));
  erbium_store_relaxed (&slot.index, 2 * many);
  expect (erb_move_slows (&process[0]));
  expect (!erb_move_slows (&process[0]));
  process[0].views = NULL;
  expect (!erb_move_slows (&process[0]));
}

/* Data may take as long as the turns of those that are ready before the process, if one turn is
 * long. */
static void
much_data_behind_others (void)
{
  static struct erbium_slot slot;
  erbium_record r = { .size = 1 };
  struct erb_view v = { .record = &r, .slot = &slot, .side = ERB_READ, .horizon = 1 << 20 };
  for (int turn = SHORT; turn <= LONG; turn++)
    {
      begin (3, turn);
      process[0].views = &v;
      erbium_store_relaxed (&slot.index, 2 * LONG / 20 * 160);
      expect (erb_move_pays (&worker[0], &process[0]) == (turn == LONG));
      erbium_store_relaxed (&slot.index, 2 * LONG / 20 * 160 + 160);
      expect (!erb_move_pays (&worker[0], &process[0]));
    }
}

static void
stay (void)
{
  begin (0, LONG);
  erb_worker_make_ready (&worker[0], &process[0], false); /* a waker may be on its way */
  erb_worker_share (&worker[0]);
  expect_equal (queued (0), 1);

  begin (1, LONG);
  program.set.place = ERB_PLACE_TOGETHER;
  erb_worker_share (&worker[0]);
  expect_equal (queued (0), 1);
}

/* While a record's lock is held by its bias, no other worker may get a process that uses it. */
static void
under_a_lock (void)
{
  static erbium_record r;
  begin (1, LONG);
  thread[0].local.local = &worker[0].local;
  thread[0].local.holds = &r;
  erb_local_set_thread (&thread[0].local);
  erb_worker_finish_unpark (&process[0]);
  expect_equal (queued (0), 1);
  thread[0].local.holds = NULL;
  erb_worker_finish_unpark (&process[0]);
  expect (is_offered (&worker[0], &process[0]));
  erb_local_set_thread (NULL);
}

/* process[0] reads what process[1] writes, and was woken by worker 1. */
static void
forwarded (void)
{
  static struct erbium_slot slot, reader_slot;
  erbium_record r = { .size = 1 };
  struct erb_view v = { .record = &r, .slot = &reader_slot, .side = ERB_READ };
  struct erb_wait wait = { .process = &process[0], .view = &v, .record = &r, .side = ERB_WRITE };
  r.ids[ERB_WRITE] = 1;
  r.slot[ERB_WRITE] = &slot;
  begin (0, LONG);
  process[0].views = &v;
  erbium_store_relaxed (&slot.owner, (int64_t) (intptr_t) &process[1]);
  erbium_store_relaxed (&process[0].waker, (int64_t) (intptr_t) &worker[1]);
  expect (!erb_worker_forwards_to (&worker[0], &process[0], &wait));
  erbium_store_relaxed (&worker[0].turn, SHORT);
  expect (!erb_worker_forwards_to (&worker[0], &process[0], &wait)); /* its partner is here */
  erbium_store_relaxed (&worker[0].queued, 2);
  expect (erb_worker_forwards_to (&worker[0], &process[0], &wait) == &worker[1]);
  erbium_store_relaxed (&worker[1].queued, 1);
  expect (!erb_worker_forwards_to (&worker[0], &process[0], &wait));
  erbium_store_relaxed (&worker[0].queued, 3); /* not more than twice as many, and one */
  expect (!erb_worker_forwards_to (&worker[0], &process[0], &wait));
  erbium_store_relaxed (&worker[0].queued, 4);
  expect (erb_worker_forwards_to (&worker[0], &process[0], &wait) == &worker[1]);

  erbium_store_relaxed (&process[1].worker, (int64_t) (intptr_t) &worker[1]);
  expect (erb_worker_forwards_to (&worker[0], &process[0], &wait) == &worker[1]);
  expect_equal (erbium_load_relaxed (&program.give_after), 0);
  process[0].given = true;
  expect (erb_worker_forwards_to (&worker[0], &process[0], &wait) == &worker[1]);
  expect_equal (erbium_load_relaxed (&program.give_after), 2 * give_first);
  erbium_store_relaxed (&worker[0].turn, LONG + 1024); /* more than the data costs */
  erbium_store_relaxed (&slot.index, 8192);
  expect (!erb_worker_forwards_to (&worker[0], &process[0], &wait));
  erbium_store_relaxed (&slot.index, 16384);
  expect (erb_worker_forwards_to (&worker[0], &process[0], &wait) == &worker[1]);
  erbium_store_relaxed (&process[0].waker, 0);
  expect (!erb_worker_forwards_to (&worker[0], &process[0], &wait));
}

/* A process that is about to stop, and has been woken already, is in a queue, but its stack is in
 * use: it is neither offered, given away nor seized, whether it is the oldest or a partner. */
static void
on_its_stack (void)
{
  begin (1, LONG);
  worker[0].running = &process[0];
  erb_worker_share (&worker[0]);
  expect (!erb_worker_offer_elsewhere (&worker[1]));
  erbium_store_relaxed (&worker[0].turn, SHORT);
  erb_worker_search (&worker[1]);
  worker[0].clock += give_first + 1;
  erb_worker_share (&worker[0]);
  expect_equal (queued (0), 1);
  seize (&worker[1], &worker[0], worker[1].clock - longest_watch);
  expect_equal (queued (0), 1);
  expect (!erbium_load_relaxed (&worker[1].inbox));
}

/* A busy worker writes the probe that an idle one wants when it looks at the clock. */
static void
probed (void)
{
  begin (0, SHORT);
  program.probe = erb_probe_new ();
  erb_probe_read (&worker[1], INT64_MAX);
  expect_equal (erbium_load_relaxed (&program.probe->state), WANTED);
  tick (&worker[0]);
  expect_equal (erbium_load_relaxed (&program.probe->state), WRITTEN);
  free (program.probe);
}


/* ---- Interruptions ---------------------------------------------------------------- */

/* One turn that takes far longer than the others was interrupted.  Where all do, that is soon
 * known. */
static void
interrupted (void)
{
  begin (0, SHORT);
  running = (struct erb_process) { .program = &program, .turn = SHORT, .parks = 1 };
  erb_worker_count (&worker[0].switches, 1);
  note_turn (&worker[0], worker[0].clock + LONGEST);
  expect (erbium_load_relaxed (&worker[0].turn) < 2 * SHORT);
  expect (running.turn < 2 * SHORT);
  for (int n = 0; n < 20; n++)
    {
      erb_worker_count (&worker[0].switches, 1);
      note_turn (&worker[0], worker[0].clock + LONGEST);
    }
  expect (erbium_load_relaxed (&worker[0].turn) > LONGEST / 2);
}

int
main (void)
{
  long_turns ();
  oldest_fresh ();
  overdue ();
  offers_in_vain ();
  streak_of_offers ();
  many_ready ();
  far_workers ();
  measured ();
  short_turns ();
  given_in_vain ();
  waking ();
  own_turns ();
  much_data ();
  much_data_behind_others ();
  slowed_by_data ();
  stay ();
  under_a_lock ();
  forwarded ();
  on_its_stack ();
  probed ();
  interrupted ();
}
