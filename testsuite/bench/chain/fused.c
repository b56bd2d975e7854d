/* SPDX-License-Identifier: MIT */
/* fused.c - the stages of a chain as one loop after the other, in one thread.
 *
 * The limit: nobody waits, nothing crosses cores.  A burst passes through all
 * stages before the next one is made, so with
 *
 *   --mode inplace   a single buffer stays in the first cache
 *   --mode own       each stage writes to a buffer of its own, as neighbours do
 *                    that have a stream between them: what n buffers cost
 */
#include "../common.h"

struct chain { uint32_t *data; long burst, stages, stride; };

/* The next loop is another stage's. */
static inline void
next_stage (void)
{
  __asm__ volatile ("" ::: "memory");
}

static uint32_t
pass (const struct chain *c, uint32_t first)
{
  uint32_t *p = c->data;
  bench_fill (p, first, c->burst);
  for (long n = 2; n < c->stages; n++)
    {
      next_stage ();
      if (c->stride)
        bench_increment (p + c->stride, p, c->burst);
      else
        bench_increment_in_place (p, c->burst);
      p += c->stride;
    }
  next_stage ();
  return bench_sum (p, c->burst);
}

int
main (int argc, char **argv)
{
  struct bench_options o = bench_parse (argc, argv, "burst stages mode");
  static struct bench_result r;
  struct chain c = { NULL, o.burst, o.stages, 0 };
  if (bench_mode (&o, "inplace own"))
    c.stride = (o.burst + BENCH_LINE / 4 - 1) / (BENCH_LINE / 4) * (BENCH_LINE / 4);
  r.ping_before = bench_ping (&o);
  bench_pin (&o, o.cpus[0]);
  c.data = (uint32_t *) bench_memory (&o, (size_t) (c.stride * o.stages + o.burst) * sizeof *c.data);
  pass (&c, 0);
  o.items = (o.items + o.burst - 1) / o.burst * o.burst;
  double start = bench_now ();
  for (long i = 0; i < o.items; i += o.burst)
    r.sum += pass (&c, (uint32_t) i);
  r.seconds = bench_now () - start;
  r.ping_after = bench_ping (&o);
  bench_print (&o, &r);
  return 0;
}
