/* SPDX-License-Identifier: MIT */
/* moodycamel.cc - moodycamel::ConcurrentQueue with producer and consumer tokens.
 *
 *   --mode tokens          try_dequeue (consumer token)
 *   --mode direct          try_dequeue_from_producer (producer token)
 *   --mode tokens-blocks, direct-blocks   the same with blocks of 1024 elements
 *
 * The queue is sized for --window beforehand; try_enqueue never allocates.
 */
#include "spsc.h"
#include <concurrentqueue/concurrentqueue.h>

struct small_blocks : moodycamel::ConcurrentQueueDefaultTraits {};
struct large_blocks : moodycamel::ConcurrentQueueDefaultTraits
{
  static const size_t BLOCK_SIZE = 1024;
};

template <class Traits, bool direct> struct queue
{
  typedef moodycamel::ConcurrentQueue<uint32_t, Traits> inner;
  BENCH_ALIGNED inner q;
  BENCH_ALIGNED moodycamel::ProducerToken producer;
  BENCH_ALIGNED moodycamel::ConsumerToken consumer;
  uint32_t *out, *in;
  long pause;
  queue (const bench_options *o) : q (capacity (o), 1, 0), producer (q), consumer (q),
    out ((uint32_t *) bench_memory (o, o->burst * 4)), in ((uint32_t *) bench_memory (o, o->burst * 4)), pause (o->pause) {}

  /* A try_enqueue_bulk needs blocks for all of the burst at once. */
  static size_t capacity (const bench_options *o)
  {
    return bench_capacity (o) + 2 * Traits::BLOCK_SIZE;
  }
  size_t take (uint32_t *p, long n)
  {
    return direct ? q.try_dequeue_bulk_from_producer (producer, p, n)
                  : q.try_dequeue_bulk (consumer, p, n);
  }
};

template <class Traits, bool direct> struct one : queue<Traits, direct>
{
  using queue<Traits, direct>::queue;
  long put (uint32_t x, long) { return this->q.try_enqueue (this->producer, x); }
  long get (uint32_t &sum, long)
  {
    uint32_t x;
    if (!(direct ? this->q.try_dequeue_from_producer (this->producer, x)
                 : this->q.try_dequeue (this->consumer, x)))
      return 0;
    sum += x;
    return 1;
  }
};

template <class Traits, bool direct> struct bulk : queue<Traits, direct>
{
  using queue<Traits, direct>::queue;
  long put (uint32_t x, long n)
  {
    bench_fill (this->out, x, n);
    while (!this->q.try_enqueue_bulk (this->producer, this->out, n))
      bench_back_off (this->pause);
    return n;
  }
  long get (uint32_t &sum, long n)
  {
    n = this->take (this->in, n);
    sum += bench_sum (this->in, n);
    return n;
  }
};

template <class Traits, bool direct> static int
start (bench_options *o)
{
  if (o->burst == 1)
    return spsc_run (o, new one<Traits, direct> (o));
  return spsc_run (o, new bulk<Traits, direct> (o));
}

int
main (int argc, char **argv)
{
  bench_options o = bench_parse (argc, argv, "burst window pause mode");
  spsc_need_room (&o);
  switch (bench_mode (&o, "tokens direct tokens-blocks direct-blocks"))
    {
    case 0: return start<small_blocks, false> (&o);
    case 1: return start<small_blocks, true> (&o);
    case 2: return start<large_blocks, false> (&o);
    default: return start<large_blocks, true> (&o);
    }
}
