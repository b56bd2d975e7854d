/* SPDX-License-Identifier: MIT */
/* flow.cc - one to many and many to one as a flow graph of oneTBB.
 *
 *     input_node -> limiter_node -> broadcast_node -> function_node, n of them
 *     input_node, n of them -> limiter_node, one each -> function_node
 *
 * Each consumer is a serial function_node.  --buffers tokens of each producer
 * are in flight; the last consumer of one gives it back.
 *
 *   --mode serial   each node a task
 *   --mode light    lightweight: consumers run in the task of the producer
 */
#include "../tbb.h"
#include <deque>
#include <oneapi/tbb/flow_graph.h>

namespace flow = tbb::flow;

struct source
{
  const bench_options *o;
  bursts input;
  flow::input_node<std::pair<source *, token *>> node;
  flow::limiter_node<std::pair<source *, token *>> limit;

  source (flow::graph &g, const bench_options *options)
    : o (options), input (options, options->buffers + 1, false),
      node (g, [this] (tbb::flow_control &c) { return produce (c); }), limit (g, options->buffers)
  {
    flow::make_edge (node, limit);
  }
  std::pair<source *, token *> produce (tbb::flow_control &control)
  {
    token *t = input.fill (control);
    if (t)
      t->users.store (o->consumers, std::memory_order_relaxed);
    return { this, t };
  }
  void done_with (token *t)
  {
    if (t->users.fetch_sub (1, std::memory_order_acq_rel) != 1)
      return;
    input.pool.give (t);
    limit.decrementer ().try_put (flow::continue_msg ());
  }
};

using message = std::pair<source *, token *>;

template <class Policy> struct consumer
{
  BENCH_ALIGNED uint32_t sum = 0;
  flow::function_node<message, flow::continue_msg, Policy> node;

  consumer (flow::graph &g, long burst)
    : node (g, flow::serial, [this, burst] (message m)
      {
        sum += bench_sum (m.second->data, burst);
        m.first->done_with (m.second);
        return flow::continue_msg ();
      }) {}
};

template <class Policy> struct network
{
  flow::graph g;
  std::deque<source> sources;
  std::deque<consumer<Policy>> consumers;
  flow::broadcast_node<message> broadcast;

  explicit network (const bench_options *o) : broadcast (g)
  {
    for (long p = 0; p < o->producers; p++)
      sources.emplace_back (g, o);
    for (long c = 0; c < o->consumers; c++)
      consumers.emplace_back (g, o->burst);
    if (o->producers > 1)
      for (auto &s : sources)
        flow::make_edge (s.limit, consumers[0].node);
    else
      {
        flow::make_edge (sources[0].limit, broadcast);
        for (auto &c : consumers)
          flow::make_edge (broadcast, c.node);
      }
  }
  uint32_t run (long items)
  {
    uint32_t sum = 0;
    for (auto &c : consumers)
      c.sum = 0;
    for (auto &s : sources)
      {
        s.input.start (items);
        s.node.activate ();
      }
    g.wait_for_all ();
    g.reset ();
    for (auto &c : consumers)
      sum += c.sum;
    return sum;
  }
};

template <class Policy> static int
run_network (bench_options *o)
{
  network<Policy> n (o);
  return tbb_run (o, n);
}

int
main (int argc, char **argv)
{
  bench_options o = bench_parse (argc, argv, "burst buffers producers consumers mode");
  o.items = (o.items + o.burst - 1) / o.burst * o.burst;
  if (bench_mode (&o, "serial light"))
    return run_network<flow::queueing_lightweight> (&o);
  return run_network<flow::queueing> (&o);
}
