/* SPDX-License-Identifier: MIT */
/* erbium.c - n processes in a row: a source that counts, n - 2 that add one to
 * each element and pass it on, a sink that adds all up.
 *
 * What is timed is the steady state: first two windows pass through all of the
 * chain, so that every process is there and every page has been touched; the
 * sink tells the source that it has them, by a record of its own, and the source
 * starts the clock.  What came before is setup_seconds.
 *
 * Each process synchronises once a burst; at burst 1, once an element.
 * --window is the write horizon, in bytes: one burst at least.
 */
#include "../common.h"

#include <erbium.h>
#include "../task.h"

typedef ERBIUM_RECORD (uint32_t) record;
typedef ERBIUM_VIEW (uint32_t) view;
#include "../connect.h"

static long items, warm, burst, horizon;
static double timed_from, timed_to;
static uint32_t result;

static ERBIUM_PROCESS (source, record, record);
static ERBIUM_PROCESS (stage, record, record);
static ERBIUM_PROCESS (sink, record, record);

/* ---- The loops: n is the burst, a constant where it is 1 ----------------- */

#define SPECIAL static inline __attribute__ ((always_inline))

SPECIAL void
count (view w, erbium_index from, long elements, long n)
{
  for (erbium_index i = from; i < from + elements; i += n)
    {
      erbium_stall (w, i + n);
      bench_fill (ERBIUM_SPAN (w, i, i + n), (uint32_t) (i - from), n);
      erbium_commit (w, i + n);
    }
}

SPECIAL void
increment (view r, view w, long n)
{
  for (erbium_index i = 0; erbium_update (r, i + n); i += n)
    {
      erbium_stall (w, i + n);
      bench_increment (ERBIUM_SPAN (w, i, i + n), ERBIUM_SPAN (r, i, i + n), n);
      erbium_commit (w, i + n);
      erbium_release (r, i + n);
    }
}

SPECIAL uint32_t
add_up (view r, erbium_index from, long elements, long n)
{
  uint32_t sum = 0;
  for (erbium_index i = from; i < from + elements; i += n)
    {
      erbium_update (r, i + n);
      sum += bench_sum (ERBIUM_SPAN (r, i, i + n), n);
      erbium_release (r, i + n);
    }
  return sum;
}

/* ---- Processes ----------------------------------------------------------- */

static void
source (record to, record ready)
{
  view w = connect_to (to, 1, horizon), r = connect_from (ready, 1, burst);
  count (w, 0, warm, burst);
  erbium_update (r, 1);
  timed_from = bench_now ();
  if (burst == 1)
    count (w, warm, items, 1);
  else
    count (w, warm, items, burst);
}

static void
stage (record from, record to)
{
  view r = connect_from (from, 1, burst), w = connect_to (to, 1, horizon);
  if (burst == 1)
    increment (r, w, 1);
  else
    increment (r, w, burst);
}

static void
sink (record from, record ready)
{
  view r = connect_from (from, 1, burst), w = connect_to (ready, 1, horizon);
  add_up (r, 0, warm, burst);
  erbium_stall (w, 1);
  ERBIUM_AT (w, 0) = 1;
  erbium_commit (w, 1);
  if (burst == 1)
    result = add_up (r, warm, items, 1);
  else
    result = add_up (r, warm, items, burst);
  timed_to = bench_now ();
}

static void
run_chain (long stages)
{
  record ready = erbium_new_record (uint32_t, 1, 1), r = erbium_new_record (uint32_t, 1, 1);
  ERBIUM_RUN (source, r, ready);
  for (long n = 2; n < stages; n++)
    {
      record next = erbium_new_record (uint32_t, 1, 1);
      ERBIUM_RUN (stage, r, next);
      r = next;
    }
  ERBIUM_RUN (sink, r, ready);
  erbium_join_all ();
}

int
main (int argc, char **argv)
{
  struct bench_options o = bench_parse (argc, argv, "burst window stages mode");
  static struct bench_result result_line;
  struct bench_result *b = &result_line;
  b->ping_before = bench_ping (&o);
  bench_task (&o);
  burst = o.burst;
  items = (o.items + burst - 1) / burst * burst;
  horizon = o.window / (long) sizeof (uint32_t);
  horizon = horizon > burst ? horizon : burst;
  warm = 2 * ((horizon + burst - 1) / burst * burst);
  double start = bench_now ();
  run_chain (o.stages);
  b->seconds = timed_to - timed_from, b->setup = timed_from - start, b->sum = result;
  b->ping_after = bench_ping (&o);
  o.items = items;
  bench_print (&o, b);
  return 0;
}
