/* SPDX-License-Identifier: MIT */
/* readerwriterqueue.cc - moodycamel::ReaderWriterQueue, its author's queue for
 * one producer and one consumer.
 *
 * It has no bulk interface: one element a call, so --burst is 1.
 *
 *   --mode blocks   blocks of 512 elements, as it comes
 *   --mode ring     one block for the whole window
 */
#include "spsc.h"
#include <readerwriterqueue/readerwriterqueue.h>

template <size_t block> struct queue
{
  BENCH_ALIGNED moodycamel::ReaderWriterQueue<uint32_t, block> q;
  queue (const bench_options *o) : q (bench_capacity (o) - 1) {}
  long put (uint32_t x, long) { return q.try_enqueue (x); }
  long get (uint32_t &sum, long)
  {
    uint32_t x;
    if (!q.try_dequeue (x))
      return 0;
    sum += x;
    return 1;
  }
};

int
main (int argc, char **argv)
{
  bench_options o = bench_parse (argc, argv, "burst window pause mode");
  if (o.burst != 1)
    bench_die (&o, "--burst %ld: ReaderWriterQueue moves one element at a time", o.burst);
  if (bench_mode (&o, "blocks ring"))
    return spsc_run (&o, new queue<(size_t) 1 << 20> (&o));
  return spsc_run (&o, new queue<512> (&o));
}
