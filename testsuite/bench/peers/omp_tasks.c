/* SPDX-License-Identifier: MIT */
/* omp_tasks.c - OpenMP tasks with depend clauses; a buffer is a burst.
 *
 * One producer task and one consumer task a burst.  The consumer depends on the
 * producer through the buffer; the next producer into that buffer depends on
 * the consumer.  --buffers buffers bound what is in flight.
 */
#include "../common.h"
#include <omp.h>

static uint32_t
stream (const struct bench_options *o, uint32_t *pool, long stride)
{
  uint32_t sum = 0;
  long burst = o->burst, items = o->items;
  for (long i = 0, b = 0; i < items; i += burst, b = (b + 1) % o->buffers)
    {
      long n = bench_min (burst, items - i);
      uint32_t *p = pool + b * stride;
#pragma omp task depend (out : p[0]) firstprivate (p, i, n)
      bench_fill (p, (uint32_t) i, n);
#pragma omp task depend (inout : p[0]) depend (inout : sum) shared (sum) firstprivate (p, n)
      sum += bench_sum (p, n);
    }
#pragma omp taskwait
  return sum;
}

static void
timed_run (const struct bench_options *o, uint32_t *pool, long stride, struct bench_result *r)
{
#pragma omp parallel num_threads (2)
  {
    bench_pin (o, o->cpus[omp_get_thread_num () % o->cpu_count]);
#pragma omp barrier
#pragma omp single
    {
      double start = bench_now ();
      r->sum = stream (o, pool, stride);
      r->seconds = bench_now () - start;
    }
  }
}

int
main (int argc, char **argv)
{
  struct bench_options o = bench_parse (argc, argv, "burst buffers");
  static struct bench_result r;
  long stride = (o.burst * 4 + BENCH_LINE - 1) / BENCH_LINE * BENCH_LINE / 4;
  uint32_t *pool = (uint32_t *) bench_memory (&o, (size_t) (stride * o.buffers) * 4);
  r.ping_before = bench_ping (&o);
  timed_run (&o, pool, stride, &r);
  r.ping_after = bench_ping (&o);
  bench_print (&o, &r);
  return 0;
}
