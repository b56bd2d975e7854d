/* SPDX-License-Identifier: MIT */
/* stream_lock.c - the lock of a record while it is biased: record_lock.c.
 *
 * Task 0 is the thread of a worker that the record is biased to, task 1 another. */
#include "stream.h"
#include "fiber/worker.h"

static struct erb_worker worker;
static struct erb_seat seat, next_seat;
static int64_t guarded;

static void
make_biased (void)
{
  make_record (2, 1, 1);
  memset (&worker, 0, sizeof worker);
  memset (&seat, 0, sizeof seat);
  memset (&next_seat, 0, sizeof next_seat);
  seat.worker = next_seat.worker = &worker;
  guarded = 0;
  model_name (&worker.holds, "holds");
  model_name (&seat.inside, "inside");
  model_name (&seat.revoked, "revoked");
  model_name (&record->bias, "bias");
  model_name (&guarded, "guarded");
  erb_record_lock (record);
  erb_record_bias (record, &worker);
  erb_record_unlock (record);
  model_seat (0, &seat);
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

/* What erb_seat_replace does, and the first lock of the thread that serves next. */
static void
replace (void)
{
  erbium_store_relaxed (&seat.revoked, 1);
  model_heavy_barrier ();
  if (erbium_load_acquire (&seat.inside))
    {
      erbium_store_relaxed (&seat.revoked, 0);
      add_one ();
      return;
    }
  model_seat (1, &next_seat);
  add_one ();
}

MODEL_SCENARIO (replaced) = { .about = "a worker's thread is replaced while it takes a biased lock",
  .setup = make_biased, .task = { { "worker", add_one }, { "keeper", replace } }, .check = both };
