/* SPDX-License-Identifier: MIT */
/* threads.c - one to many and many to one with kernel threads and bounded queues
 * under a mutex and two condition variables each.
 *
 * One to many: one ring, which each consumer reads in place at a pace of its own;
 * a slot is a burst and is free when all have read it.  Whoever waits takes all
 * that is there when he is woken, and tells the others once.  Many to one: such a
 * ring for each producer, and the consumer takes from them in turns.
 */
#include "../common.h"
#include <semaphore.h>

struct ring
{
  BENCH_ALIGNED pthread_mutex_t mutex;
  pthread_cond_t not_full, not_empty;
  long written, freed; /* slots: by the producer; by all consumers */
  long *left;          /* of a slot: consumers that have yet to read it */
  uint32_t *slots;
};

struct party { pthread_t thread; long index; struct ring *ring; uint32_t sum; double end; };

static struct bench_options options;
static long burst, size, warm;
static struct ring *rings;
static sem_t ready, go;
static double timed_from;

static long
await_room (struct ring *r)
{
  pthread_mutex_lock (&r->mutex);
  while (r->written - r->freed == size)
    pthread_cond_wait (&r->not_full, &r->mutex);
  long upto = r->freed + size;
  pthread_mutex_unlock (&r->mutex);
  return upto;
}

static void
publish (struct ring *r, long upto)
{
  pthread_mutex_lock (&r->mutex);
  for (long k = r->written; k < upto; k++)
    r->left[k % size] = options.consumers;
  r->written = upto;
  pthread_cond_broadcast (&r->not_empty);
  pthread_mutex_unlock (&r->mutex);
}

static long
await_stock (struct ring *r, long beyond)
{
  pthread_mutex_lock (&r->mutex);
  while (r->written <= beyond)
    pthread_cond_wait (&r->not_empty, &r->mutex);
  long upto = r->written;
  pthread_mutex_unlock (&r->mutex);
  return upto;
}

static void
retire (struct ring *r, long from, long to)
{
  pthread_mutex_lock (&r->mutex);
  long freed = r->freed;
  for (long k = from; k < to; k++)
    freed += --r->left[k % size] == 0;
  if (freed != r->freed)
    pthread_cond_signal (&r->not_full);
  r->freed = freed;
  pthread_mutex_unlock (&r->mutex);
}

/* Writes the bursts from, from + 1, ... and counts their elements from 0. */
static void
put (struct ring *r, long from, long to)
{
  for (long k = from, room = from; k < to; k++)
    {
      if (k == room)
        room = await_room (r);
      bench_fill (r->slots + k % size * burst, (uint32_t) ((k - from) * burst), burst);
      publish (r, k + 1);
    }
}

static uint32_t
take (struct ring *r, long from, long to)
{
  uint32_t sum = 0;
  for (long k = from; k < to;)
    {
      long upto = bench_min (await_stock (r, k), to), start = k;
      for (; k < upto; k++)
        sum += bench_sum (r->slots + k % size * burst, burst);
      retire (r, start, upto);
    }
  return sum;
}

/* Of all rings, in turns of half a ring. */
static uint32_t
take_turns (struct party *p, long from, long to)
{
  uint32_t sum = 0;
  if (options.producers == 1)
    return take (p->ring, from, to);
  long step = size > 1 ? size / 2 : 1;
  for (long k = from; k < to; k += step)
    for (long n = 0; n < options.producers; n++)
      sum += take (&rings[n], k, bench_min (k + step, to));
  return sum;
}

static void *
producer (void *arg)
{
  struct party *p = (struct party *) arg;
  put (p->ring, 0, warm);
  if (p->index == 0)
    {
      for (long c = 0; c < options.consumers; c++)
        while (sem_wait (&ready))
          ;
      timed_from = bench_now ();
      for (long n = 1; n < options.producers; n++)
        sem_post (&go);
    }
  else
    while (sem_wait (&go))
      ;
  put (p->ring, warm, warm + options.items / burst);
  return NULL;
}

static void *
consumer (void *arg)
{
  struct party *p = (struct party *) arg;
  take_turns (p, 0, warm);
  sem_post (&ready);
  p->sum = take_turns (p, warm, warm + options.items / burst);
  p->end = bench_now ();
  return NULL;
}

static void
start (struct party *p, void *(*body) (void *))
{
  pthread_attr_t small;
  pthread_attr_init (&small);
  pthread_attr_setstacksize (&small, 1 << 16);
  if (pthread_create (&p->thread, &small, body, p))
    bench_unavailable (&options, "no more threads");
}

static void
make_rings (void)
{
  long n = options.producers;
  rings = (struct ring *) bench_memory (&options, (size_t) n * sizeof *rings);
  uint32_t *slots = (uint32_t *) bench_memory (&options, (size_t) (n * size * burst) * sizeof *slots);
  for (long i = 0; i < n; i++)
    {
      pthread_mutex_init (&rings[i].mutex, NULL);
      pthread_cond_init (&rings[i].not_full, NULL);
      pthread_cond_init (&rings[i].not_empty, NULL);
      rings[i].left = (long *) calloc ((size_t) size, sizeof (long));
      rings[i].slots = slots + i * size * burst;
    }
}

static void
run_network (struct bench_result *r)
{
  long n = options.producers, all = n + options.consumers;
  struct party *p = (struct party *) calloc ((size_t) all, sizeof *p);
  for (long i = 0; i < all; i++)
    {
      p[i].index = i, p[i].ring = &rings[i < n ? i : 0];
      start (&p[i], i < n ? producer : consumer);
    }
  double end = 0;
  for (long i = 0; i < all; i++)
    {
      pthread_join (p[i].thread, NULL);
      end = p[i].end > end ? p[i].end : end;
      r->sum += p[i].sum;
    }
  r->seconds = end - timed_from;
}

int
main (int argc, char **argv)
{
  static struct bench_result r;
  options = bench_parse (argc, argv, "burst window producers consumers");
  burst = options.burst, size = bench_capacity (&options) / burst;
  if (size < 1 || options.items % burst)
    bench_die (&options, "--items and --window must be whole bursts");
  warm = 2 * size;
  sem_init (&ready, 0, 0);
  sem_init (&go, 0, 0);
  make_rings ();
  r.ping_before = bench_ping (&options);
  bench_confine (&options);
  double before = bench_now ();
  run_network (&r);
  r.setup = timed_from - before;
  r.ping_after = bench_ping (&options);
  bench_print (&options, &r);
  return 0;
}
