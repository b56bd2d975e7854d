/* SPDX-License-Identifier: MIT */
/* fused.c - the work of one to many, or of many to one, in one thread: a burst is
 * filled, and added up at once by all.
 */
#include "../common.h"

/* The next loop is another process's. */
static inline void
next_process (void)
{
  __asm__ volatile ("" ::: "memory");
}

int
main (int argc, char **argv)
{
  struct bench_options o = bench_parse (argc, argv, "burst producers consumers");
  static struct bench_result r;
  r.ping_before = bench_ping (&o);
  bench_pin (&o, o.cpus[0]);
  uint32_t *p = (uint32_t *) bench_memory (&o, (size_t) o.burst * sizeof *p);
  o.items = (o.items + o.burst - 1) / o.burst * o.burst;
  double start = bench_now ();
  for (long i = 0; i < o.items; i += o.burst)
    for (long n = 0; n < o.producers; n++)
      {
        bench_fill (p, (uint32_t) i, o.burst);
        for (long c = 0; c < o.consumers; c++)
          {
            next_process ();
            r.sum += bench_sum (p, o.burst);
          }
        next_process ();
      }
  r.seconds = bench_now () - start;
  r.ping_after = bench_ping (&o);
  bench_print (&o, &r);
  return 0;
}
