/* SPDX-License-Identifier: MIT */
/* omp.c - a chain of OpenMP tasks with depend clauses; a buffer is a burst.
 *
 * A task for each burst and stage, which works in place.  It depends on the task
 * before it through the buffer; the source's task of a later burst waits for the
 * buffer to be free again.  --buffers bound what is in flight.
 *
 *   --mode serial     stages take their bursts in order, as if they had state
 *   --mode parallel   those that have none do not: one dependence less
 */
#include "../common.h"
#include <omp.h>

struct chain { long burst, stages, buffers, stride, parallel; uint32_t *pool; char *order; };

static void
tasks_of_burst (const struct chain *c, uint32_t *p, uint32_t first, uint32_t *sum)
{
  long n = c->burst;
#pragma omp task depend (inout : p[0]) firstprivate (p, first, n)
  bench_fill (p, first, n);
  for (long s = 1; s < c->stages - 1; s++)
    if (c->parallel)
      {
#pragma omp task depend (inout : p[0]) firstprivate (p, n)
        bench_increment_in_place (p, n);
      }
    else
      {
#pragma omp task depend (inout : p[0], c->order[s]) firstprivate (p, n)
        bench_increment_in_place (p, n);
      }
#pragma omp task depend (inout : p[0], c->order[0]) firstprivate (p, n, sum)
  *sum += bench_sum (p, n);
}

static uint32_t
stream (const struct chain *c, long items)
{
  uint32_t sum = 0;
  for (long i = 0, b = 0; i < items; i += c->burst, b = (b + 1) % c->buffers)
    tasks_of_burst (c, c->pool + b * c->stride, (uint32_t) i, &sum);
#pragma omp taskwait
  return sum;
}

static void
timed_run (const struct bench_options *o, const struct chain *c, struct bench_result *r)
{
#pragma omp parallel num_threads (o->cpu_count)
  {
    bench_pin (o, o->cpus[omp_get_thread_num ()]);
#pragma omp barrier
#pragma omp single
    {
      stream (c, 2 * c->burst);
      double start = bench_now ();
      r->sum = stream (c, o->items);
      r->seconds = bench_now () - start;
    }
  }
}

int
main (int argc, char **argv)
{
  struct bench_options o = bench_parse (argc, argv, "burst buffers stages mode");
  static struct bench_result r;
  struct chain c = { o.burst, o.stages, o.buffers, 0, 0, NULL, NULL };
  c.parallel = bench_mode (&o, "serial parallel");
  c.stride = (o.burst * 4 + BENCH_LINE - 1) / BENCH_LINE * BENCH_LINE / 4;
  c.pool = (uint32_t *) bench_memory (&o, (size_t) (c.stride * o.buffers) * 4);
  c.order = (char *) calloc ((size_t) o.stages, 1);
  o.items = (o.items + o.burst - 1) / o.burst * o.burst;
  r.ping_before = bench_ping (&o);
  timed_run (&o, &c, &r);
  r.ping_after = bench_ping (&o);
  bench_print (&o, &r);
  return 0;
}
