/* SPDX-License-Identifier: MIT */
/* omp.c - one to many and many to one as OpenMP tasks; a buffer is a burst.
 *
 * One to many: a task fills the buffer, and n tasks that depend on it add it up,
 * each in order with itself.  Many to one: n tasks fill a buffer each, in order
 * with themselves, and a task for each adds it up, in any order.  --buffers
 * rounds are in flight.
 */
#include "../common.h"
#include <omp.h>

struct network
{
  const struct bench_options *o;
  long stride;
  uint32_t *pool;
  uint32_t (*sums)[BENCH_LINE / 4]; /* of each consumer, or of one; a line each */
};

static void
broadcast (const struct network *w, uint32_t *p, uint32_t first)
{
  long n = w->o->burst;
#pragma omp task depend (out : p[0]) firstprivate (p, first, n)
  bench_fill (p, first, n);
  for (long c = 0; c < w->o->consumers; c++)
    {
      uint32_t *sum = w->sums[c];
#pragma omp task depend (in : p[0]) depend (inout : sum[0]) firstprivate (p, n, sum)
      *sum += bench_sum (p, n);
    }
}

static void
merge (const struct network *w, uint32_t *p, uint32_t first)
{
  long n = w->o->burst;
  uint32_t *sum = w->sums[0];
  for (long k = 0; k < w->o->producers; k++, p += w->stride)
    {
#pragma omp task depend (out : p[0]) firstprivate (p, first, n)
      bench_fill (p, first, n);
#pragma omp task depend (inout : p[0]) depend (inout : sum[0]) firstprivate (p, n, sum)
      *sum += bench_sum (p, n);
    }
}

static uint32_t
stream (const struct network *w, long items)
{
  const struct bench_options *o = w->o;
  uint32_t sum = 0;
  long round = w->stride * o->producers;
  memset (w->sums, 0, (size_t) o->consumers * sizeof *w->sums);
  for (long i = 0, b = 0; i < items; i += o->burst, b = (b + 1) % o->buffers)
    (o->producers > 1 ? merge : broadcast) (w, w->pool + b * round, (uint32_t) i);
#pragma omp taskwait
  for (long c = 0; c < o->consumers; c++)
    sum += w->sums[c][0];
  return sum;
}

static void
timed_run (const struct network *w, struct bench_result *r)
{
#pragma omp parallel num_threads (w->o->cpu_count)
  {
    bench_pin (w->o, w->o->cpus[omp_get_thread_num ()]);
#pragma omp barrier
#pragma omp single
    {
      stream (w, 2 * w->o->burst);
      double start = bench_now ();
      r->sum = stream (w, w->o->items);
      r->seconds = bench_now () - start;
    }
  }
}

int
main (int argc, char **argv)
{
  struct bench_options o = bench_parse (argc, argv, "burst buffers producers consumers");
  static struct bench_result r;
  struct network w = { &o, (o.burst * 4 + BENCH_LINE - 1) / BENCH_LINE * BENCH_LINE / 4, NULL, NULL };
  o.items = (o.items + o.burst - 1) / o.burst * o.burst;
  w.pool = (uint32_t *) bench_memory (&o, (size_t) (w.stride * o.producers * o.buffers) * 4);
  w.sums = bench_memory (&o, (size_t) o.consumers * sizeof *w.sums);
  r.ping_before = bench_ping (&o);
  timed_run (&w, &r);
  r.ping_after = bench_ping (&o);
  bench_print (&o, &r);
  return 0;
}
