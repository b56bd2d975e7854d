/* SPDX-License-Identifier: MIT */
/* tbb.h - what our uses of oneTBB share: pinned workers, and tokens.
 *
 * A token is a burst.  Its buffer comes from a pool of --buffers, all that is in
 * flight; stages work in place, so a burst stays in the cache of its core.
 */
#ifndef BENCH_TBB_H
#define BENCH_TBB_H
#include "common.h"
#include <atomic>
#include <oneapi/tbb/concurrent_queue.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_scheduler_observer.h>

namespace tbb = oneapi::tbb;

/* Pins each thread that enters. */
struct pinning : tbb::task_scheduler_observer
{
  const bench_options *o;
  explicit pinning (const bench_options *options) : o (options) { observe (true); }
  void on_scheduler_entry (bool) override
  {
    int place = tbb::this_task_arena::current_thread_index ();
    bench_pin (o, o->cpus[place % o->cpu_count]);
  }
};

struct token
{
  uint32_t *data;
  BENCH_ALIGNED std::atomic<long> users; /* who still has to read it */
};

/* n tokens, never more in use.  Those that come back in order need no queue. */
struct token_pool
{
  token *tokens;
  long count, next = 0;
  bool in_order;
  tbb::concurrent_queue<token *> free;

  token_pool (const bench_options *o, long n, bool order) : count (n), in_order (order)
  {
    long stride = (o->burst * 4 + BENCH_LINE - 1) / BENCH_LINE * BENCH_LINE / 4;
    size_t bytes = (size_t) (stride * count) * 4;
    uint32_t *data = (uint32_t *) (bytes < BENCH_HUGE ? aligned_alloc (BENCH_LINE, bytes)
                                                      : bench_memory (o, bytes));
    memset (data, 0, bytes);
    tokens = new token[count];
    for (long i = 0; i < count; i++)
      {
        tokens[i].data = data + i * stride;
        if (!in_order)
          free.push (&tokens[i]);
      }
  }
  token *take ()
  {
    token *t = &tokens[next];
    if (in_order)
      next = next + 1 == count ? 0 : next + 1;
    else
      while (!free.try_pop (t))
        ;
    return t;
  }
  void give (token *t)
  {
    if (!in_order)
      free.push (t);
  }
};

/* The producer of a network: fills burst after burst with numbers, `items' of them. */
struct bursts
{
  const bench_options *o;
  token_pool pool;
  long next = 0, items = 0;

  bursts (const bench_options *options, long tokens, bool in_order)
    : o (options), pool (options, tokens, in_order) {}
  void start (long n) { next = 0, items = n; }
  /* The next one; NULL at the end. */
  token *fill (tbb::flow_control &control)
  {
    if (next == items)
      {
        control.stop ();
        return nullptr;
      }
    token *t = pool.take ();
    bench_fill (t->data, (uint32_t) next, o->burst);
    next += o->burst;
    return t;
  }
};

/* Runs twice, the first time briefly: it starts the workers. */
template <class Network> static int
tbb_run (bench_options *o, Network &network)
{
  static bench_result r;
  r.ping_before = bench_ping (o);
  {
    tbb::global_control limit (tbb::global_control::max_allowed_parallelism, o->cpu_count);
    pinning pins (o);
    network.run (bench_min (o->items, 4 * o->burst));
    double start = bench_now ();
    r.sum = network.run (o->items);
    r.seconds = bench_now () - start;
  }
  r.ping_after = bench_ping (o);
  bench_print (o, &r);
  return 0;
}

#endif
