/* SPDX-License-Identifier: MIT */
/* tbb_pipeline.cc - oneTBB's parallel_pipeline: a token is a burst.
 *
 * Two serial filters in order, two workers, --buffers live tokens.  A token's
 * buffer comes from a pool that is used round and round: with both filters in
 * order, token k starts after token k - buffers has ended.  TBB likes to run
 * both filters of a token on one core while it is in cache; the buffers need
 * not cross.
 */
#include "../common.h"
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_scheduler_observer.h>

namespace tbb = oneapi::tbb;

/* Pins each thread that enters and keeps its times. */
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

struct token { uint32_t *data; long n; };

struct stream
{
  long items, burst, buffers;
  uint32_t *pool;
  token *tokens;
  BENCH_ALIGNED long next = 0;
  long buffer = 0;
  BENCH_ALIGNED uint32_t sum = 0;

  stream (const bench_options *o) : items (o->items), burst (o->burst), buffers (o->buffers)
  {
    long stride = (burst * 4 + BENCH_LINE - 1) / BENCH_LINE * BENCH_LINE / 4;
    pool = (uint32_t *) bench_memory (o, stride * buffers * 4);
    tokens = new token[buffers];
    for (long i = 0; i < buffers; i++)
      tokens[i].data = pool + i * stride;
  }
  token *produce (tbb::flow_control &control)
  {
    if (next == items)
      {
        control.stop ();
        return nullptr;
      }
    token *t = &tokens[buffer];
    buffer = buffer + 1 == buffers ? 0 : buffer + 1;
    t->n = bench_min (burst, items - next);
    bench_fill (t->data, (uint32_t) next, t->n);
    next += t->n;
    return t;
  }
  void consume (token *t) { sum += bench_sum (t->data, t->n); }
  void run ()
  {
    auto in = tbb::make_filter<void, token *> (tbb::filter_mode::serial_in_order,
      [this] (tbb::flow_control &c) { return produce (c); });
    auto out = tbb::make_filter<token *, void> (tbb::filter_mode::serial_in_order,
      [this] (token *t) { consume (t); });
    tbb::parallel_pipeline (buffers, in & out);
  }
};

int
main (int argc, char **argv)
{
  bench_options o = bench_parse (argc, argv, "burst buffers");
  bench_result r = bench_result ();
  r.ping_before = bench_ping (&o);
  {
    tbb::global_control two (tbb::global_control::max_allowed_parallelism, 2);
    pinning pins (&o);
    bench_options brief = o;
    brief.items = bench_min (o.items, 64 * o.burst);
    stream (&brief).run (); /* starts the workers */
    stream s (&o);
    double start = bench_now ();
    s.run ();
    r.seconds = bench_now () - start;
    r.sum = s.sum;
  }
  r.ping_after = bench_ping (&o);
  bench_print (&o, &r);
  return 0;
}
