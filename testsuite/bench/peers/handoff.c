/* SPDX-License-Identifier: MIT */
/* handoff.c - the limit: buffers handed over through one flag each.
 *
 * The window is cut into --buffers equal parts.  A flag a part says who owns
 * it: 0 the producer, 1 the consumer.  The owner walks its part and hands it
 * over with one release store; the other waits with one acquire load.  Nothing
 * less can move data between two cores, so the best over the number of buffers
 * is the limit for a window of this size.
 *
 *   --mode vector   the loops as the compiler likes them (default)
 *   --mode scalar   one element at a time
 */
#include "../common.h"

struct flag { BENCH_ALIGNED int full; };

struct handoff
{
  uint32_t *data;
  struct flag *flags;
  long part, parts; /* elements a part; parts */
  int scalar;
};

static void
await (const struct flag *f, int full)
{
  while (__atomic_load_n (&f->full, __ATOMIC_ACQUIRE) != full)
    ;
}

static void
produce (struct bench_thread *t, const struct handoff *h)
{
  long items = t->options->items;
  for (long i = 0, b = 0; i < items; i += h->part, b = (b + 1) % h->parts)
    {
      long n = bench_min (h->part, items - i);
      await (&h->flags[b], 0); /* pairs with the release in consume */
      if (h->scalar)
        bench_fill_scalar (h->data + b * h->part, (uint32_t) i, n);
      else
        bench_fill (h->data + b * h->part, (uint32_t) i, n);
      __atomic_store_n (&h->flags[b].full, 1, __ATOMIC_RELEASE);
    }
}

static void
consume (struct bench_thread *t, const struct handoff *h)
{
  long items = t->options->items;
  uint32_t sum = 0;
  for (long i = 0, b = 0; i < items; i += h->part, b = (b + 1) % h->parts)
    {
      long n = bench_min (h->part, items - i);
      await (&h->flags[b], 1); /* pairs with the release in produce */
      if (h->scalar)
        sum += bench_sum_scalar (h->data + b * h->part, n);
      else
        sum += bench_sum (h->data + b * h->part, n);
      __atomic_store_n (&h->flags[b].full, 0, __ATOMIC_RELEASE);
    }
  t->sum = sum;
}

static void
body (struct bench_thread *t)
{
  (t->index ? consume : produce) (t, (const struct handoff *) t->shared);
}

int
main (int argc, char **argv)
{
  struct bench_options o = bench_parse (argc, argv, "burst window buffers mode");
  struct handoff h;
  h.scalar = bench_mode (&o, "vector scalar");
  h.parts = o.buffers;
  h.part = o.window / (long) sizeof (uint32_t) / h.parts;
  if (!h.part)
    bench_die (&o, "--window %ld holds no %ld buffers", o.window, o.buffers);
  h.data = (uint32_t *) bench_memory (&o, (size_t) o.window);
  h.flags = (struct flag *) bench_memory (&o, (size_t) h.parts * sizeof *h.flags);
  bench_run (&o, 2, body, &h);
  return 0;
}
