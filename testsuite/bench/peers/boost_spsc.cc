/* SPDX-License-Identifier: MIT */
/* boost_spsc.cc - boost::lockfree::spsc_queue.
 *
 *   --mode pop   push (x) or push (p, n); pop (x) or pop (p, n)
 *   --mode all   the consumer takes all that is there, in place: consume_all
 */
#include "spsc.h"
#include <boost/lockfree/spsc_queue.hpp>

/* The ring in the same sort of memory as everyone's. */
template <class T> struct ring_memory
{
  typedef T value_type;
  const bench_options *options;
  template <class U> struct rebind { typedef ring_memory<U> other; };
  ring_memory (const bench_options *o) : options (o) {}
  template <class U> ring_memory (const ring_memory<U> &m) : options (m.options) {}
  T *allocate (size_t n) { return (T *) bench_memory (options, n * sizeof (T)); }
  void deallocate (T *p, size_t) { free (p); }
  bool operator== (const ring_memory &) const { return true; }
  bool operator!= (const ring_memory &) const { return false; }
};

typedef boost::lockfree::spsc_queue<uint32_t, boost::lockfree::allocator<ring_memory<uint32_t>>> ring;

struct pop_one
{
  BENCH_ALIGNED ring q;
  pop_one (const bench_options *o) : q (bench_capacity (o), ring_memory<uint32_t> (o)) {}
  long put (uint32_t x, long) { return q.push (x); }
  long get (uint32_t &sum, long)
  {
    uint32_t x;
    if (!q.pop (x))
      return 0;
    sum += x;
    return 1;
  }
};

struct pop_bulk
{
  BENCH_ALIGNED ring q;
  uint32_t *out, *in;
  long pause;
  pop_bulk (const bench_options *o) : q (bench_capacity (o), ring_memory<uint32_t> (o)),
    out ((uint32_t *) bench_memory (o, o->burst * 4)), in ((uint32_t *) bench_memory (o, o->burst * 4)), pause (o->pause) {}
  long put (uint32_t x, long n)
  {
    bench_fill (out, x, n);
    for (long done = q.push (out, n); done < n; done += q.push (out + done, n - done))
      bench_back_off (pause);
    return n;
  }
  long get (uint32_t &sum, long n)
  {
    n = q.pop (in, n);
    sum += bench_sum (in, n);
    return n;
  }
};

/* The consumer drains the ring in place, whatever the producer's burst. */
template <class Put> struct drain : Put
{
  using Put::Put;
  long get (uint32_t &sum, long)
  {
    uint32_t s = 0;
    long n = this->q.consume_all ([&s] (uint32_t x) { s += x; });
    sum += s;
    return n;
  }
};

int
main (int argc, char **argv)
{
  bench_options o = bench_parse (argc, argv, "burst window pause mode");
  bool all = bench_mode (&o, "pop all");
  if (o.burst == 1)
    return all ? spsc_run (&o, new drain<pop_one> (&o)) : spsc_run (&o, new pop_one (&o));
  return all ? spsc_run (&o, new drain<pop_bulk> (&o)) : spsc_run (&o, new pop_bulk (&o));
}
