/* SPDX-License-Identifier: MIT */
/* stream_fiber.c - waits of fibers: fiber_wait.c, os_thread.c, worker.c.
 *
 * Task n is the thread of worker n, and runs one process. */
#include "stream.h"
#include "workers.h"

#include "fiber/fiber_model.h"

static struct erb_worker *worker;

/* Tasks from `first' on are fibers, each on a worker of its own; the others are kernel threads. */
static void
make_fibers (int tasks, int first, int horizon)
{
  elements = 2;
  make_record (tasks, 1, 1);
  make_view (0, 1, 1, horizon);
  make_view (1, 0, 1, horizon);
  model_workers (program, 2, ERB_PLACE_TOGETHER);
  worker = program->worker;
  for (int n = 0; n < 2; n++)
    {
      model_act_as (n);
      if (n >= first)
        model_lives_on (erb_self_if_any (), &worker[n]);
      else
        model_worker_thread (n, NULL);
    }
}

static void
send_one (void)
{
  erbium_commit_fast (view[0], 1, 0, MODEL_HERE);
}

static __attribute__ ((noinline)) void
fill (long *at, int count)
{
  for (int n = 0; n < count; n++)
    at[n] = n;
}

/* Writes where the frames of calls were that have returned. */
static __attribute__ ((noinline)) void
use_stack_again (void)
{
  long local[256];
  fill (local, 256);
  __asm__ volatile ("" : : "r" (local) : "memory");
}

static void
receive_as_fiber (void)
{
  model_begin_fiber ();
  receive ();
  use_stack_again ();
  erbium_release_fast (mine (), 1, 0, MODEL_HERE);
}

/* The element is written but not committed. */
static void
make_away (void)
{
  make_fibers (2, 1, 2);
  model_act_as (0);
  put (view[0], 0);
}

MODEL_SCENARIO (away) = { .about = "a fiber waits for a kernel thread",
  .setup = make_away, .task = { { "thread", send_one }, { "fiber", receive_as_fiber } } };

static void
receive_and_keep (void)
{
  model_begin_fiber ();
  struct erb_process *self = erb_self_if_any ();
  erbium_keep_thread ();
  receive ();
  model_assert (self->task == &erb_task_fiber || !erb_worker_of (self), "it keeps its thread");
  erbium_release_fast (mine (), 1, 0, MODEL_HERE);
}

MODEL_SCENARIO (keeping) = { .about = "a fiber keeps its thread and waits for a kernel thread",
  .setup = make_away, .task = { { "thread", send_one }, { "fiber", receive_and_keep } } };

/* The element is there, and the writer waits for its place. */
static void
make_elsewhere (void)
{
  make_fibers (2, 0, 1);
  model_act_as (0);
  put (view[0], 0);
  send_one ();
  model_act_as (1);
  erbium_update_fast (view[1], 1, 0, MODEL_HERE);
}

static void
write_again (void)
{
  model_begin_fiber ();
  erbium_stall_fast (mine (), 2, 0, MODEL_HERE);
  model_plain_write (model_element (mine (), 1), 11);
}

static void
release_one (void)
{
  model_begin_fiber ();
  get (mine (), 0);
  erbium_release_fast (mine (), 1, 0, MODEL_HERE);
}

MODEL_SCENARIO (elsewhere) = { .about = "a fiber waits for one of another worker",
  .setup = make_elsewhere, .task = { { "writer", write_again }, { "reader", release_one } } };

/* As deadlock/ does. */
static void
look (void)
{
  erb_os->lock (&program->lock);
  erb_workers_hold (program);
  const struct erb_wait *w = erb_process_waits_on (((struct erb_view *) view[1])->owner);
  if (w)
    model_assert (w->need == 1, "what it waits for");
  erb_workers_go_on (program);
  erb_os->unlock (&program->lock);
}

static void send_and_look (void) { send_one (); look (); }
static void look_and_send (void) { look (); send_one (); }

MODEL_SCENARIO (watched_early) = { .about = "what a fiber waits for is read while it stops",
  .setup = make_away, .task = { { "thread", look_and_send }, { "fiber", receive_as_fiber } } };

MODEL_SCENARIO (watched) = { .about = "what a fiber waits for is read while it goes on",
  .setup = make_away, .task = { { "thread", send_and_look }, { "fiber", receive_as_fiber } } };

/* As steal.c does when it seizes processes. */
static void
send_and_hold (void)
{
  send_one ();
  if (!erb_os_thread_hold (&worker[1]))
    return;
  model_plain_write (&worker[1].streak, model_plain_read (&worker[1].streak) + 1);
  erb_os_thread_let_go (&worker[1]);
}

MODEL_SCENARIO (kept) = { .about = "a worker is kept from its queues while a fiber goes on",
  .setup = make_away, .task = { { "thread", send_and_hold }, { "fiber", receive_as_fiber } } };

/* The monitor takes a worker from its thread; the next thread takes the lock too. */
static int64_t guarded;

static void
make_replaced (void)
{
  make_record (2, 1, 1);
  model_workers (program, 1, ERB_PLACE_TOGETHER);
  guarded = 0;
  erb_record_lock (record);
  erb_record_bias (record, &program->worker[0].local);
  erb_record_unlock (record);
}

static void
add_one (void)
{
  erb_record_lock (record);
  model_plain_write (&guarded, model_plain_read (&guarded) + 1);
  erb_record_unlock (record);
}

static void
replace (void)
{
  if (erb_os_thread_replace (&program->worker[0]))
    model_worker_thread (1, &model_last_thread ()->local);
  add_one ();
}

static void both (void) { model_assert (guarded == 2, "each has added one"); }

/* What is the worker's alone. */
static void
enter_and_add (void)
{
  erb_worker_enter (erb_self_if_any ());
  erbium_load_relaxed (&flag); /* the barrier may come before this and what follows after */
  model_plain_write (&guarded, model_plain_read (&guarded) + 1);
  erb_worker_exit ();
}

static void
hold_and_add (void)
{
  erbium_store_relaxed (&flag, 1);
  if (!erb_os_thread_hold (&program->worker[0]))
    return;
  model_plain_write (&guarded, model_plain_read (&guarded) + 1);
  erb_os_thread_let_go (&program->worker[0]);
}

static void at_least_one (void) { model_assert (guarded >= 1, "the worker has added one"); }

MODEL_SCENARIO (entered) = { .about = "a fiber touches its worker's queues while another holds it",
  .setup = make_replaced, .task = { { "worker", enter_and_add }, { "other", hold_and_add } },
  .check = at_least_one };

MODEL_SCENARIO (replaced) = { .about = "a worker's thread is replaced while it takes a biased lock",
  .setup = make_replaced, .task = { { "worker", add_one }, { "monitor", replace } },
  .check = both };
