/* SPDX-License-Identifier: MIT */
/* stream_lock.c - the lock of a record while it is biased: record_lock.c.
 *
 * Task 0 is the thread of a worker that the record is biased to, task 1 another. */
#include "stream.h"

static struct erb_local worker;
static struct erb_local_thread thread;
static int64_t guarded;

static void
make_biased (void)
{
  make_record (2, 1, 1);
  memset (&worker, 0, sizeof worker);
  memset (&thread, 0, sizeof thread);
  thread.local = &worker;
  guarded = 0;
  model_name (&worker.holds, "holds");
  model_name (&thread.inside, "inside");
  model_name (&thread.revoked, "revoked");
  model_name (&record->bias, "bias");
  model_name (&guarded, "guarded");
  erb_record_lock (record);
  erb_record_bias (record, &worker);
  erb_record_unlock (record);
  model_worker_thread (0, &thread);
}

static void
add_one (void)
{
  erb_record_lock (record);
  model_plain_write (&guarded, model_plain_read (&guarded) + 1);
  erb_record_unlock (record);
}

static void both (void) { model_assert (guarded == 2, "each has added one"); }

MODEL_SCENARIO (biased) = { .about = "a worker has a record's lock for nothing, until another comes",
  .setup = make_biased, .task = { { "worker", add_one }, { "other", add_one } }, .check = both };
