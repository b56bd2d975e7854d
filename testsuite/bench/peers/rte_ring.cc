/* SPDX-License-Identifier: MIT */
/* rte_ring.cc - DPDK's rte_ring, one producer, one consumer.
 *
 * The ring stands in our own memory (rte_ring_init), so neither huge pages nor
 * the environment layer are needed.
 *
 *   --mode copy   rte_ring_sp_enqueue_burst_elem and its partner
 *   --mode bulk   the same, whole bursts or nothing
 *   --mode zc     zero-copy: the loops run over the ring's own slots
 *   --mode zcbulk the same, whole bursts or nothing
 */
#include "spsc.h"
#include <rte_ring.h>
#include <rte_ring_peek_zc.h>

enum { ELEMENT = sizeof (uint32_t) };

struct base
{
  rte_ring *ring;
  uint32_t *out, *in;
  long pause;
  base (const bench_options *o)
  {
    unsigned count = bench_capacity (o);
    pause = o->pause;
    ssize_t size = rte_ring_get_memsize_elem (ELEMENT, count);
    ring = (rte_ring *) bench_memory (o, size);
    if (rte_ring_init (ring, "bench", count, RING_F_SP_ENQ | RING_F_SC_DEQ))
      bench_die (o, "rte_ring_init of %u elements failed", count);
    out = (uint32_t *) bench_memory (o, o->burst * ELEMENT);
    in = (uint32_t *) bench_memory (o, o->burst * ELEMENT);
  }
};

struct one : base
{
  using base::base;
  long put (uint32_t x, long) { return !rte_ring_sp_enqueue_elem (ring, &x, ELEMENT); }
  long get (uint32_t &sum, long)
  {
    uint32_t x;
    if (rte_ring_sc_dequeue_elem (ring, &x, ELEMENT))
      return 0;
    sum += x;
    return 1;
  }
};

template <bool whole> struct copy : base
{
  using base::base;
  unsigned send (long n, long done)
  {
    return whole ? rte_ring_sp_enqueue_bulk_elem (ring, out + done, ELEMENT, n - done, NULL)
                 : rte_ring_sp_enqueue_burst_elem (ring, out + done, ELEMENT, n - done, NULL);
  }
  long put (uint32_t x, long n)
  {
    bench_fill (out, x, n);
    for (long done = send (n, 0); done < n; done += send (n, done))
      bench_back_off (pause);
    return n;
  }
  long get (uint32_t &sum, long n)
  {
    n = whole ? rte_ring_sc_dequeue_bulk_elem (ring, in, ELEMENT, n, NULL)
              : rte_ring_sc_dequeue_burst_elem (ring, in, ELEMENT, n, NULL);
    sum += bench_sum (in, n);
    return n;
  }
};

template <bool whole> struct zero_copy : base
{
  using base::base;
  long put (uint32_t x, long n)
  {
    rte_ring_zc_data z;
    n = whole ? rte_ring_enqueue_zc_bulk_elem_start (ring, ELEMENT, n, &z, NULL)
              : rte_ring_enqueue_zc_burst_elem_start (ring, ELEMENT, n, &z, NULL);
    if (!n)
      return 0;
    bench_fill ((uint32_t *) z.ptr1, x, z.n1);
    if (n > z.n1)
      bench_fill ((uint32_t *) z.ptr2, x + z.n1, n - z.n1);
    rte_ring_enqueue_zc_finish (ring, n);
    return n;
  }
  long get (uint32_t &sum, long n)
  {
    rte_ring_zc_data z;
    n = whole ? rte_ring_dequeue_zc_bulk_elem_start (ring, ELEMENT, n, &z, NULL)
              : rte_ring_dequeue_zc_burst_elem_start (ring, ELEMENT, n, &z, NULL);
    if (!n)
      return 0;
    sum += bench_sum ((const uint32_t *) z.ptr1, z.n1);
    if (n > z.n1)
      sum += bench_sum ((const uint32_t *) z.ptr2, n - z.n1);
    rte_ring_dequeue_zc_finish (ring, n);
    return n;
  }
};

int
main (int argc, char **argv)
{
  bench_options o = bench_parse (argc, argv, "burst window pause mode");
  spsc_need_room (&o);
  switch (bench_mode (&o, "copy bulk zc zcbulk"))
    {
    case 0:
      if (o.burst == 1)
        return spsc_run (&o, new one (&o));
      return spsc_run (&o, new copy<false> (&o));
    case 1: return spsc_run (&o, new copy<true> (&o));
    case 2: return spsc_run (&o, new zero_copy<false> (&o));
    default: return spsc_run (&o, new zero_copy<true> (&o));
    }
}
