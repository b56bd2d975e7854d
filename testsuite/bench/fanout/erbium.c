/* SPDX-License-Identifier: MIT */
/* erbium.c - one to many and many to one.
 *
 * With --consumers n a producer fills one record that n consumers each read all
 * of.  With --producers n each fills a record of its own, and one consumer takes
 * bursts from them in turns.  Each stream has --items elements.
 *
 * The clock runs from a network that is there and warm: the consumers tell the
 * producers, by a record, that they have the first two windows.
 */
#include "../common.h"

#include <erbium.h>
#include "../task.h"

typedef ERBIUM_RECORD (uint32_t) record;
typedef ERBIUM_VIEW (uint32_t) view;
#include "../connect.h"

static long items, warm, burst, horizon, producers, consumers;
static double timed_from, *timed_to;
static uint32_t *result;
static record *stream; /* one for each producer */

static ERBIUM_PROCESS (produce, int, record);
static ERBIUM_PROCESS (consume, int, record);

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

/* A burst from each of the records in turn. */
SPECIAL uint32_t
add_up (view *r, erbium_index from, long elements, long n)
{
  uint32_t sum = 0;
  for (erbium_index i = from; i < from + elements; i += n)
    for (long p = 0; p < producers; p++)
      {
        erbium_update (r[p], i + n);
        sum += bench_sum (ERBIUM_SPAN (r[p], i, i + n), n);
        erbium_release (r[p], i + n);
      }
  return sum;
}

static void
produce (int me, record ready)
{
  view w = connect_to (stream[me], 1, horizon), r = connect_from (ready, me + 1, burst);
  count (w, 0, warm, burst);
  erbium_update (r, 1);
  if (me == 0)
    timed_from = bench_now ();
  if (burst == 1)
    count (w, warm, items, 1);
  else
    count (w, warm, items, burst);
}

static void
consume (int me, record ready)
{
  view *r = (view *) calloc ((size_t) producers, sizeof *r), w = connect_to (ready, me + 1, horizon);
  for (long p = 0; p < producers; p++)
    r[p] = connect_from (stream[p], me + 1, burst);
  add_up (r, 0, warm, burst);
  erbium_stall (w, 1);
  if (me == 0)
    ERBIUM_AT (w, 0) = 1;
  erbium_commit (w, 1);
  if (burst == 1)
    result[me] = add_up (r, warm, items, 1);
  else
    result[me] = add_up (r, warm, items, burst);
  timed_to[me] = bench_now ();
  free (r);
}

static void
run_network (void)
{
  record ready = erbium_new_record (uint32_t, (int) consumers, (int) producers);
  for (long p = 0; p < producers; p++)
    stream[p] = erbium_new_record (uint32_t, 1, (int) consumers);
  for (long p = 0; p < producers; p++)
    ERBIUM_RUN (produce, (int) p, ready);
  for (long c = 0; c < consumers; c++)
    ERBIUM_RUN (consume, (int) c, ready);
  erbium_join_all ();
}

int
main (int argc, char **argv)
{
  struct bench_options o = bench_parse (argc, argv, "burst window producers consumers mode");
  static struct bench_result b;
  b.ping_before = bench_ping (&o);
  bench_task (&o);
  burst = o.burst, producers = o.producers, consumers = o.consumers;
  items = o.items = (o.items + burst - 1) / burst * burst;
  horizon = o.window / (long) sizeof (uint32_t);
  horizon = horizon > burst ? horizon : burst;
  warm = 2 * ((horizon + burst - 1) / burst * burst);
  stream = (record *) calloc ((size_t) producers, sizeof *stream);
  result = (uint32_t *) calloc ((size_t) consumers, sizeof *result);
  timed_to = (double *) calloc ((size_t) consumers, sizeof *timed_to);
  double start = bench_now (), end = 0;
  run_network ();
  for (long c = 0; c < consumers; c++)
    {
      end = timed_to[c] > end ? timed_to[c] : end;
      b.sum += result[c];
    }
  b.seconds = end - timed_from, b.setup = timed_from - start;
  b.ping_after = bench_ping (&o);
  bench_print (&o, &b);
  return 0;
}
