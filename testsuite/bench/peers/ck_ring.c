/* SPDX-License-Identifier: MIT */
/* ck_ring.c - Concurrency Kit's ring, typed, one producer, one consumer.
 *
 * It has no bulk interface: one element a call, so --burst is 1.  In C, since
 * the header is not C++.
 */
#include "../common.h"
#include <ck_ring.h>

struct word { uint32_t value; };
CK_RING_PROTOTYPE (word, word)

struct queue
{
  BENCH_ALIGNED ck_ring_t ring;
  BENCH_ALIGNED struct word *slots;
};

static void
produce (struct bench_thread *t, struct queue *q)
{
  const long items = t->options->items, pause = t->options->pause;
  for (long i = 0; i < items; i++)
    {
      struct word w = { (uint32_t) i };
      while (!ck_ring_enqueue_spsc_word (&q->ring, q->slots, &w))
        bench_back_off (pause);
    }
}

static void
consume (struct bench_thread *t, struct queue *q)
{
  const long items = t->options->items, pause = t->options->pause;
  uint32_t sum = 0;
  for (long i = 0; i < items; i++)
    {
      struct word w;
      while (!ck_ring_dequeue_spsc_word (&q->ring, q->slots, &w))
        bench_back_off (pause);
      sum += w.value;
    }
  t->sum = sum;
}

static void
body (struct bench_thread *t)
{
  (t->index ? consume : produce) (t, (struct queue *) t->shared);
}

int
main (int argc, char **argv)
{
  static struct queue q;
  struct bench_options o = bench_parse (argc, argv, "burst window pause");
  if (o.burst != 1)
    bench_die (&o, "--burst %ld: ck_ring moves one element at a time", o.burst);
  q.slots = (struct word *) bench_memory (&o, (size_t) bench_capacity (&o) * sizeof *q.slots);
  ck_ring_init (&q.ring, (unsigned) bench_capacity (&o));
  bench_run (&o, 2, body, &q);
  return 0;
}
