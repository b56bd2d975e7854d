/* SPDX-License-Identifier: MIT */
/* stream_steal.c - processes that move between workers: steal.c, run_queue.c, worker_idle.c.
 *
 * Task n is the thread of worker n.  No process has a stack here: a worker runs one by writing to
 * it, so that the explorer sees if two do so at the same time. */
#include "stream.h"
#include "workers.h"
#include "fiber/move_cost.h"

enum { WORKERS = 2, PROCESSES = 2, LONG = 1000000 /* ns */ };

static struct erb_worker *worker;
static struct erb_process ready[PROCESSES];
static int64_t runs[PROCESSES];

/* Worker 0 has so many processes that are ready, and turns of that length. */
static void
make_workers (int n, int64_t turn)
{
  make_record (3, 1, 1);
  make_view (0, 1, 1, 1);
  memset (ready, 0, sizeof ready);
  memset (runs, 0, sizeof runs);
  model_workers (program, WORKERS, ERB_PLACE_LOAD);
  worker = program->worker;
  model_name (&worker[0].offer, "offer");
  model_name (&worker[1].searching, "searching");
  erbium_store_relaxed (&worker[0].turn, turn);
  for (int k = 0; k < n; k++)
    {
      ready[k].program = program;
      ready[k].woken = true;
      erbium_store_relaxed (&ready[k].worker, (int64_t) (intptr_t) &worker[0]);
      erb_worker_put_back (&worker[0], &ready[k]);
    }
  ready[0].views = (struct erb_view *) view[0];
}

/* The record of the first process is biased to worker 0, until the process leaves it. */
static void
bias_record (void)
{
  erb_record_lock (record);
  erb_record_bias (record, &worker[0].local);
  erb_record_unlock (record);
}

static bool
is_biased (void)
{
  return erbium_load_relaxed (&record->bias) != 0;
}

/* Runs all that worker n has in its queues. */
static void
run_all (int n)
{
  struct erb_process *p;
  while ((p = worker[n].ready.first))
    {
      erb_row_remove (&worker[n].ready, p);
      erb_worker_count (&worker[n].queued, -1);
      int64_t *count = &runs[p - ready];
      model_plain_write (count, model_plain_read (count) + 1);
    }
}

static void
each_once (void)
{
  model_assert (runs[0] == 1 && runs[1] == 1, "each has run once");
  model_assert (!is_biased (), "the record of a process on offer is not biased");
}

static void
first_once (void)
{
  model_assert (runs[0] == 1, "it has run once");
  model_assert (!is_biased () || erb_worker_home (&ready[0]) == &worker[0],
                "the record of a process that was given away is not biased");
}

/* ---- Offers --------------------------------------------------------------------------- */

static void
make_offer (void)
{
  make_workers (2, LONG);
  bias_record ();
}

static void
offer_and_take_back (void)
{
  erb_worker_share (&worker[0]);
  run_all (0);
  erb_worker_take_back (&worker[0]);
  run_all (0);
}

static void
take (void)
{
  erb_worker_take (&worker[1]);
  run_all (1);
}

MODEL_SCENARIO (offered) = { .about = "one of two workers takes what one offers",
  .setup = make_offer, .task = { { "home", offer_and_take_back }, { "other", take } },
  .check = each_once };

static void make_one (void) { make_workers (1, LONG); }
static void offer_one (void) { erb_worker_share (&worker[0]); }

/* It does not sleep if it sees the process before it is on offer; otherwise somebody must wake
 * it. */
static void
idle (void)
{
  erb_worker_idle (&worker[1]);
  erb_worker_take (&worker[1]);
  run_all (1);
}

static void at_most_once (void) { model_assert (runs[0] <= 1, "it has not run twice"); }

MODEL_SCENARIO (woken) = { .about = "a worker falls asleep while another offers a process",
  .setup = make_one, .task = { { "home", offer_one }, { "sleeper", idle } },
  .check = at_most_once };

static void
make_posted (void)
{
  make_workers (0, LONG);
  ready[0].program = program;
  ready[0].parked = true;
}

static void post_one (void) { erb_worker_send (&worker[1], &ready[0], ERB_WOKEN); }

static void
open_inbox (void)
{
  erb_worker_idle (&worker[1]);
  while (!erbium_load_relaxed (&worker[1].inbox))
    model_yield ();
  erb_worker_open_inbox (&worker[1]);
  run_all (1);
}

static void once (void) { model_assert (runs[0] == 1, "it has run"); }

MODEL_SCENARIO (posted) = { .about = "a worker falls asleep while a process comes to its inbox",
  .setup = make_posted, .task = { { "waker", post_one }, { "sleeper", open_inbox } },
  .check = once };

static void make_stopped (void) { make_workers (0, LONG); }

static void
stop (void)
{
  erbium_add (&worker[1].stop, 1);
  erb_worker_wake (&worker[1]);
}

MODEL_SCENARIO (stopped) = { .about = "main stops a worker that is about to sleep",
  .setup = make_stopped, .task = { { "main", stop }, { "sleeper", idle } },
  .check = at_most_once };

/* ---- Gifts ---------------------------------------------------------------------------- */

static void
make_gift (void)
{
  make_workers (1, 1);
  worker[0].clock = LONG;
  bias_record ();
}

/* As at each switch: gives it away, or else runs it. */
static void
give_or_run (void)
{
  erb_worker_share (&worker[0]);
  run_all (0);
}

/* Searches once. */
static void
search_once (void)
{
  erb_worker_search (&worker[1]);
  if (erb_worker_stop_searching (&worker[1]))
    return;
  while (!erbium_load_relaxed (&worker[1].inbox))
    model_yield ();
  erb_worker_open_inbox (&worker[1]);
  run_all (1);
}

MODEL_SCENARIO (given) = { .about = "a worker stops searching while it is given a process",
  .setup = make_gift, .task = { { "home", give_or_run }, { "searcher", search_once } },
  .check = first_once };

/* ---- Seizing -------------------------------------------------------------------------- */

/* The thread touches its queues for a moment, and computes then. */
static void
touch_queues (void)
{
  int32_t before = 0;
  if (!erb_local_enter (&before))
    return;
  run_all (0);
  erb_local_exit (before);
}

static void
seize (void)
{
  worker[1].watch = (struct erb_watch) { &worker[0], 0, -LONG, 0, 1 };
  erb_worker_search (&worker[1]);
  erb_worker_watch (&worker[1]);
  if (!erb_worker_stop_searching (&worker[1]))
    {
      erb_worker_open_inbox (&worker[1]);
      run_all (1);
    }
}

static void make_seized (void) { make_workers (1, LONG); }

MODEL_SCENARIO (seized) = { .about = "a worker takes a process while the other's thread comes back",
  .setup = make_seized, .task = { { "home", touch_queues }, { "searcher", seize } },
  .check = at_most_once };

/* The worker sleeps with a process in its queue, as if it had come at the last moment. */
static void
make_woken (void)
{
  make_workers (0, LONG);
  ready[0].program = program;
  ready[0].woken = true;
  erbium_store_relaxed (&ready[0].worker, (int64_t) (intptr_t) &worker[0]);
  erbium_store_relaxed (&worker[0].idle_since, 1);
  erbium_store_relaxed (&erb_worker_thread (&worker[0])->local.inside, 1);
}

static void
wake_up_late (void)
{
  erb_worker_put_back (&worker[0], &ready[0]);
  erb_worker_count (&worker[0].moved, 1); /* a step, after which the other may have looked */
  model_plain_write (&runs[0], 0);        /* whoever takes the process sees this */
  model_assert (erb_os_thread_sleep (&worker[0], 0), "it has not lost its worker");
  run_all (0);
}

MODEL_SCENARIO (slept) = { .about = "a worker takes a process while the other's thread wakes up",
  .setup = make_woken, .task = { { "sleeper", wake_up_late }, { "searcher", seize } },
  .check = at_most_once };

/* The record's lock is biased to the worker that loses the process. */
static void
make_biased (void)
{
  make_workers (0, LONG);
  bias_record ();
}

static void
add_one (void)
{
  erb_record_lock (record);
  model_plain_write (&runs[0], model_plain_read (&runs[0]) + 1);
  erb_record_unlock (record);
}

static void
end_bias (void)
{
  if (erb_os_thread_hold (&worker[0]))
    {
      erb_record_end_own_bias (record, &worker[0].local);
      erb_os_thread_let_go (&worker[0]);
    }
  add_one ();
}

static void all_three (void) { model_assert (runs[0] == 3, "each has added one"); }

MODEL_SCENARIO (held) = { .about = "a bias is ended while the worker's thread is held",
  .setup = make_biased,
  .task = { { "worker", add_one }, { "searcher", end_bias }, { "third", add_one } },
  .check = all_three };

/* Meanwhile another worker biases the lock to itself. */
static void
give_away (void)
{
  erb_record_end_own_bias (record, &worker[0].local);
  add_one ();
}

static void
bias_anew (void)
{
  erb_record_lock (record);
  erb_record_bias (record, &worker[1].local);
  erb_record_unlock (record);
  add_one ();
}

static void both_two (void) { model_assert (runs[0] == 2, "each has added one"); }

MODEL_SCENARIO (rebiased) = { .about = "a worker ends its bias while another begins one",
  .setup = make_biased, .task = { { "worker", give_away }, { "second", bias_anew } },
  .check = both_two };
