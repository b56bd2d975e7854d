/* SPDX-License-Identifier: MIT */
/* pipeline.cc - a chain as oneTBB's parallel_pipeline: a filter for each stage.
 *
 * TBB runs as many filters of a token as it can on one core while it is in cache.
 *
 *   --mode serial     each filter takes its tokens in order, as if it had state
 *   --mode parallel   those that have none are parallel filters
 */
#include "../tbb.h"

struct chain
{
  const bench_options *o;
  bursts input;
  bool parallel;
  uint32_t sum = 0;

  chain (const bench_options *options, bool free_order)
    : o (options), input (options, options->buffers, true), parallel (free_order) {}

  token *increment (token *t)
  {
    bench_increment_in_place (t->data, o->burst);
    return t;
  }
  /* first & (f & (f & ...)) would be as deep as the chain is long: so halves. */
  tbb::filter<token *, token *> middle (long n)
  {
    if (n > 1)
      return middle (n / 2) & middle (n - n / 2);
    return tbb::make_filter<token *, token *> (
      parallel ? tbb::filter_mode::parallel : tbb::filter_mode::serial_in_order,
      [this] (token *t) { return increment (t); });
  }
  uint32_t run (long n)
  {
    input.start (n), sum = 0;
    auto all = tbb::make_filter<void, token *> (tbb::filter_mode::serial_in_order,
      [this] (tbb::flow_control &c) { return input.fill (c); });
    if (o->stages > 2)
      all = all & middle (o->stages - 2);
    tbb::parallel_pipeline (o->buffers, all & tbb::make_filter<token *, void> (
      tbb::filter_mode::serial_in_order,
      [this] (token *t) { sum += bench_sum (t->data, o->burst); }));
    return sum;
  }
};

int
main (int argc, char **argv)
{
  bench_options o = bench_parse (argc, argv, "burst buffers stages mode");
  o.items = (o.items + o.burst - 1) / o.burst * o.burst;
  chain c (&o, bench_mode (&o, "serial parallel") == 1);
  return tbb_run (&o, c);
}
