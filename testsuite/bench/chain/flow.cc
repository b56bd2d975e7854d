/* SPDX-License-Identifier: MIT */
/* flow.cc - a chain as a flow graph of oneTBB: a function_node for each stage.
 *
 * A limiter_node keeps --buffers tokens in flight.
 *
 *   --mode serial      a node takes one token at a time, each in a task
 *   --mode light       the same, lightweight: in the task of its predecessor
 *   --mode unlimited   stages without state take any number; lightweight
 */
#include "../tbb.h"
#include <deque>
#include <oneapi/tbb/flow_graph.h>

namespace flow = tbb::flow;

template <class Policy> struct chain
{
  using stage = flow::function_node<token *, token *, Policy>;
  const bench_options *o;
  /* One more than the limiter_node lets through waits before it, and even serial nodes
   * may let tokens overtake each other: hence the order of the pool is free. */
  bursts input;
  uint32_t sum = 0;
  flow::graph g;
  flow::input_node<token *> source;
  flow::limiter_node<token *> limit;
  std::deque<stage> stages;
  flow::function_node<token *, flow::continue_msg, Policy> sink;

  chain (const bench_options *options, bool unlimited)
    : o (options), input (options, options->buffers + 1, false),
      source (g, [this] (tbb::flow_control &c) { return input.fill (c); }),
      limit (g, options->buffers),
      sink (g, flow::serial, [this] (token *t) { return consume (t); })
  {
    flow::make_edge (source, limit);
    flow::sender<token *> *last = &limit;
    for (long s = 2; s < o->stages; s++)
      {
        stages.emplace_back (g, unlimited ? flow::unlimited : flow::serial,
                             [this] (token *t) { return increment (t); });
        flow::make_edge (*last, stages.back ());
        last = &stages.back ();
      }
    flow::make_edge (*last, sink);
    flow::make_edge (sink, limit.decrementer ());
  }
  token *increment (token *t)
  {
    bench_increment_in_place (t->data, o->burst);
    return t;
  }
  flow::continue_msg consume (token *t)
  {
    sum += bench_sum (t->data, o->burst);
    input.pool.give (t);
    return {};
  }
  uint32_t run (long n)
  {
    input.start (n), sum = 0;
    source.activate ();
    g.wait_for_all ();
    g.reset ();
    return sum;
  }
};

template <class Policy> static int
run_chain (bench_options *o, bool unlimited)
{
  chain<Policy> c (o, unlimited);
  return tbb_run (o, c);
}

int
main (int argc, char **argv)
{
  bench_options o = bench_parse (argc, argv, "burst buffers stages mode");
  o.items = (o.items + o.burst - 1) / o.burst * o.burst;
  switch (bench_mode (&o, "serial light unlimited"))
    {
    case 0: return run_chain<flow::queueing> (&o, false);
    case 1: return run_chain<flow::queueing_lightweight> (&o, false);
    default: return run_chain<flow::queueing_lightweight> (&o, true);
    }
}
