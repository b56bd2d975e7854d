/* SPDX-License-Identifier: MIT */
/* stream_erbium.c - the stream of the peers through records.
 *
 * Producers share the indices out in bursts, round and round; every consumer
 * of a record reads all of it (broadcast), or with --mode share its bursts
 * only.  Each chain is a record of its own with its own producers and consumers,
 * and carries its part of the items.
 *
 * --burst is what a process does between two synchronisations, and they are
 * written out one by one: at burst 1 each element costs a stall, a commit, an
 * update and a release.  --window is the horizon, in bytes.
 */
#include "common.h"

#include <erbium.h>

typedef ERBIUM_RECORD (uint32_t) record;
typedef ERBIUM_VIEW (uint32_t) view;

struct stream
{
  record *chain;
  int share;
};

static view
connect (record r, int write, int id, const struct bench_options *o)
{
  view v = write ? erbium_new_write_view (r) : erbium_new_read_view (r);
  erbium_register (v, id);
  erbium_alloc (v, o->window / (long) sizeof (uint32_t));
  return v;
}

/* The first index of the stream that is timed. */
static erbium_index start_of_stream;

/* Touches the window before the clock starts, as the peers' memory is touched:
 * main is all ends of the stream for a while, then hands them over. */
static void
warm_up (record r, const struct bench_options *o)
{
  view w[o->producers], v[o->consumers];
  long horizon = o->window / (long) sizeof (uint32_t);
  erbium_index n = 1 << 22, step = bench_min (horizon, 4096);
  for (int k = 0; k < o->producers; k++)
    w[k] = connect (r, 1, k + 1, o);
  for (int k = 0; k < o->consumers; k++)
    v[k] = connect (r, 0, k + 1, o);
  for (erbium_index i = 0; i < n; i += step)
    {
      erbium_stall (w[0], i + step);
      memset (ERBIUM_SPAN (w[0], i, i + step), 0, (size_t) step * sizeof (uint32_t));
      for (int k = 0; k < o->producers; k++)
        erbium_commit (w[k], i + step);
      for (int k = 0; k < o->consumers; k++)
        {
          erbium_update (v[k], i + step);
          erbium_release (v[k], i + step);
        }
    }
  for (int k = 0; k < o->producers; k++)
    erbium_free_view (w[k], ERBIUM_HANDOVER);
  for (int k = 0; k < o->consumers; k++)
    erbium_free_view (v[k], ERBIUM_HANDOVER);
  start_of_stream = n;
}

static void
produce_one_by_one (view v, erbium_index at, long items)
{
  for (long i = 0; i < items; i++)
    {
      erbium_stall (v, at + i + 1);
      ERBIUM_AT (v, at + i) = (uint32_t) i;
      erbium_commit (v, at + i + 1);
    }
}

static void
produce_bursts (view v, erbium_index at, long items, long burst, int producers, int me)
{
  for (long i = me * burst; i < items; i += producers * burst)
    {
      long n = bench_min (burst, items - i);
      erbium_stall (v, at + i + n);
      bench_fill (ERBIUM_SPAN (v, at + i, at + i + n), (uint32_t) i, n);
      /* Past the bursts of the others, up to the next of its own. */
      erbium_commit (v, at + bench_min (i + producers * burst, items));
    }
  erbium_commit (v, at + items);
}

static uint32_t
consume_one_by_one (view v, erbium_index at, long items)
{
  uint32_t sum = 0;
  for (long i = 0; i < items; i++)
    {
      erbium_update (v, at + i + 1);
      sum += ERBIUM_AT (v, at + i);
      erbium_release (v, at + i + 1);
    }
  return sum;
}

static uint32_t
consume_bursts (view v, erbium_index at, long items, long burst, int consumers, int me)
{
  uint32_t sum = 0;
  for (long i = me * burst; i < items; i += consumers * burst)
    {
      long n = bench_min (burst, items - i);
      erbium_update (v, at + i + n);
      sum += bench_sum (ERBIUM_SPAN (v, at + i, at + i + n), n);
      erbium_release (v, at + bench_min (i + consumers * burst, items));
    }
  erbium_release (v, at + items);
  return sum;
}

static void
body (struct bench_thread *t)
{
  const struct bench_options *o = t->options;
  const struct stream *s = (const struct stream *) t->shared;
  int each = (int) (o->producers + o->consumers);
  int me = t->index % each, producer = me < o->producers;
  record r = s->chain[t->index / each];
  erbium_index at = start_of_stream;
  long items = o->items / o->chains;
  int one = o->burst == 1 && o->producers == 1 && !s->share;
  if (producer)
    {
      view v = connect (r, 1, me + 1, o);
      if (one)
        produce_one_by_one (v, at, items);
      else
        produce_bursts (v, at, items, o->burst, (int) o->producers, me);
      erbium_free_view (v, ERBIUM_TERMINATE);
      return;
    }
  me -= (int) o->producers;
  view v = connect (r, 0, me + 1, o);
  if (one)
    t->sum = consume_one_by_one (v, at, items);
  else
    t->sum = consume_bursts (v, at, items, o->burst, s->share ? (int) o->consumers : 1,
                             s->share ? me : 0);
  erbium_free_view (v, ERBIUM_TERMINATE);
}

int
main (int argc, char **argv)
{
  struct bench_options o
    = bench_parse (argc, argv, "burst window producers consumers chains mode");
  struct stream s = { NULL, bench_mode (&o, "broadcast share") };
  s.chain = (record *) calloc ((size_t) o.chains, sizeof *s.chain);
  for (long n = 0; n < o.chains; n++)
    {
      s.chain[n] = erbium_new_record (uint32_t, (int) o.producers, (int) o.consumers);
      warm_up (s.chain[n], &o);
    }
  bench_run (&o, (int) (o.chains * (o.producers + o.consumers)), body, &s);
  return 0;
}
