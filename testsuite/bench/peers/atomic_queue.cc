/* SPDX-License-Identifier: MIT */
/* atomic_queue.cc - Maxim Egorushkin's atomic_queue, in its SPSC setting.
 *
 * It has no bulk interface: one element a call, so --burst is 1.  Each slot is
 * its own flag; ~0 marks an empty one and is never sent.
 *
 *   --mode try    try_push, try_pop
 *   --mode wait   push, pop: a side takes its slot first and waits on it
 */
#include "spsc.h"
#include <atomic_queue/atomic_queue.h>

enum : uint32_t { NIL = ~(uint32_t) 0 };

/* Size fixed at compile time, slots shuffled over lines: the author's fastest. */
template <unsigned size> using fixed
  = atomic_queue::AtomicQueue<uint32_t, size, (uint32_t) NIL, true, true, false, true>;

template <class Inner> struct trying
{
  BENCH_ALIGNED Inner q;
  long put (uint32_t x, long) { return q.try_push (x); }
  long get (uint32_t &sum, long)
  {
    uint32_t x;
    if (!q.try_pop (x))
      return 0;
    sum += x;
    return 1;
  }
};

template <class Inner> struct waiting
{
  BENCH_ALIGNED Inner q;
  long put (uint32_t x, long) { q.push (x); return 1; }
  long get (uint32_t &sum, long) { sum += q.pop (); return 1; }
};

template <unsigned size> static int
start (bench_options *o, int wait)
{
  if (wait)
    return spsc_run (o, new waiting<fixed<size>>);
  return spsc_run (o, new trying<fixed<size>>);
}

int
main (int argc, char **argv)
{
  bench_options o = bench_parse (argc, argv, "burst window pause mode");
  int wait = bench_mode (&o, "try wait");
  if (o.burst != 1)
    bench_die (&o, "--burst %ld: atomic_queue moves one element at a time", o.burst);
  if (o.items >= (long) NIL)
    bench_die (&o, "--items %ld: at most %ld", o.items, (long) NIL - 1);
  switch (bench_capacity (&o))
    {
    case 1 << 10: return start<1 << 10> (&o, wait);
    case 1 << 12: return start<1 << 12> (&o, wait);
    case 1 << 14: return start<1 << 14> (&o, wait);
    case 1 << 16: return start<1 << 16> (&o, wait);
    case 1 << 18: return start<1 << 18> (&o, wait);
    case 1 << 20: return start<1 << 20> (&o, wait);
    default: bench_die (&o, "--window %ld: must be 4 KiB times a power of 4, up to 4 MiB", o.window);
    }
}
