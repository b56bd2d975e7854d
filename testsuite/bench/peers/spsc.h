/* SPDX-License-Identifier: MIT */
/* spsc.h - the two loops around any single-producer single-consumer queue.
 *
 * A peer writes a class with
 *
 *   long put (uint32_t first, long n)   puts up to n elements first, first+1, ...
 *   long get (uint32_t &sum, long n)    takes up to n, adds them to sum
 *
 * each of which returns how many it moved, 0 when it has to wait, and calls
 * spsc_run.  Everything is a template, so that the peer's calls are inlined as
 * they would be in a program written for it alone.
 */
#ifndef BENCH_SPSC_H
#define BENCH_SPSC_H
#include "../common.h"

template <class Queue> static void
spsc_produce (struct bench_thread *t)
{
  Queue *q = (Queue *) t->shared;
  const long items = t->options->items, burst = t->options->burst;
  const long pause = t->options->pause;
  for (long i = 0; i < items;)
    for (long end = bench_min (i + burst, items); i < end;)
      {
        long n = q->put ((uint32_t) i, end - i);
        if (!n)
          bench_back_off (pause);
        i += n;
      }
}

template <class Queue> static void
spsc_consume (struct bench_thread *t)
{
  Queue *q = (Queue *) t->shared;
  const long items = t->options->items, burst = t->options->burst;
  const long pause = t->options->pause;
  uint32_t sum = 0;
  for (long i = 0; i < items;)
    {
      long n = q->get (sum, bench_min (burst, items - i));
      if (!n)
        bench_back_off (pause);
      i += n;
    }
  t->sum = sum;
}

/* The same for one element at a time: no bookkeeping beside the peer's own. */
template <class Queue> static void
spsc_produce_one (struct bench_thread *t)
{
  Queue *q = (Queue *) t->shared;
  const long items = t->options->items, pause = t->options->pause;
  for (long i = 0; i < items; i++)
    while (!q->put ((uint32_t) i, 1))
      bench_back_off (pause);
}

template <class Queue> static void
spsc_body (struct bench_thread *t)
{
  if (t->index)
    spsc_consume<Queue> (t);
  else if (t->options->burst == 1)
    spsc_produce_one<Queue> (t);
  else
    spsc_produce<Queue> (t);
}

/* Walks the whole queue once, so that no page is touched first in the run. */
template <class Queue> static void
spsc_warm (Queue *q, long elements)
{
  uint32_t sum = 0;
  long in = 0, out = 0;
  while (in < 2 * elements)
    {
      in += q->put ((uint32_t) in, 1);
      while (out < in)
        out += q->get (sum, 1);
    }
}

template <class Queue> static int
spsc_run (struct bench_options *o, Queue *q)
{
  spsc_warm (q, bench_capacity (o));
  bench_run (o, 2, spsc_body<Queue>, q);
  return 0;
}

/* A burst that cannot be in the queue at once would wait for ever where the
 * peer moves whole bursts only. */
static inline void
spsc_need_room (const struct bench_options *o)
{
  if (o->burst > bench_capacity (o) / 2)
    bench_die (o, "--window %ld: must hold two bursts of %ld", o->window, o->burst);
}

#endif
