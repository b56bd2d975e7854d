/* SPDX-License-Identifier: MIT */
/* alone.c - the work without any synchronisation.
 *
 * Producers share the stores of a stream, consumers each load all of it, over
 * one window, in the same threads on the same cores as the real thing; but
 * nobody waits for anybody.  So its time is what the work alone takes, and the
 * time of the real thing over it is what synchronisation costs.
 *
 * Every store to a slot writes the value that is there already (the index
 * within the window), so the sum is known although the threads race; consumers
 * start half a window behind, to keep out of the producers' lines.
 */
#include "../common.h"

struct window { uint32_t *data; long size; };

/* Producers take bursts in turn. */
static void
produce (struct bench_thread *t, const struct window *w)
{
  const struct bench_options *o = t->options;
  for (long i = t->index * o->burst; i < o->items; i += o->producers * o->burst)
    {
      long at = i % w->size;
      bench_fill (w->data + at, (uint32_t) at, bench_min (o->burst, o->items - i));
      __asm__ volatile ("" ::: "memory"); /* the next round is not the same work */
    }
}

static void
consume (struct bench_thread *t, const struct window *w)
{
  const struct bench_options *o = t->options;
  uint32_t sum = 0;
  for (long i = 0; i < o->items; i += o->burst)
    {
      sum += bench_sum (w->data + (i + w->size / 2) % w->size, bench_min (o->burst, o->items - i));
      __asm__ volatile ("" ::: "memory");
    }
  t->sum = sum;
}

static void
body (struct bench_thread *t)
{
  const struct window *w = (const struct window *) t->shared;
  (t->index < t->options->producers ? produce : consume) (t, w);
}

int
main (int argc, char **argv)
{
  struct bench_options o = bench_parse (argc, argv, "burst window producers consumers");
  struct window w;
  w.size = bench_capacity (&o);
  if (w.size % o.burst || w.size < 2 * o.burst || o.items % w.size)
    bench_die (&o, "--items must be whole windows, and half a window whole bursts");
  w.data = (uint32_t *) bench_memory (&o, (size_t) w.size * sizeof *w.data);
  bench_fill (w.data, 0, w.size);
  bench_run (&o, (int) (o.producers + o.consumers), body, &w);
  return 0;
}
