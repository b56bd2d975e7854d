/* SPDX-License-Identifier: MIT */
/* threads.c - a chain of kernel threads with bounded queues between them, each
 * under a mutex and two condition variables.
 *
 * What is timed is the steady state, as in erbium.c: the sink lets the source go
 * once two windows have passed through all of the chain.
 *
 *   --mode copy      bursts are copied in and out while the mutex is held
 *   --mode inplace   the mutex guards the indices only; with one thread on each
 *                    side the slots between them need no lock
 *   --pin 1          neighbours in stretches, one for each core; else the kernel
 *                    places them on the CPUs of the list
 */
#include "../common.h"
#include <semaphore.h>

struct queue
{
  BENCH_ALIGNED pthread_mutex_t mutex;
  pthread_cond_t not_full, not_empty;
  long head, tail; /* free running: read from, written to */
  uint32_t *slots;
};

struct stage
{
  pthread_t thread;
  long place;
  struct queue *from, *to;
  uint32_t *burst;
};

static struct bench_options options;
static long size, burst, warm, in_place;
static sem_t ready;
static double timed_from, timed_to;
static uint32_t result;

/* ---- The queue ----------------------------------------------------------- */

/* Waits for room; returns where to write, with the mutex held. */
static uint32_t *
await_room (struct queue *q)
{
  pthread_mutex_lock (&q->mutex);
  while (size - (q->tail - q->head) < burst)
    pthread_cond_wait (&q->not_full, &q->mutex);
  return q->slots + q->tail % size;
}

static const uint32_t *
await_stock (struct queue *q)
{
  pthread_mutex_lock (&q->mutex);
  while (q->tail - q->head < burst)
    pthread_cond_wait (&q->not_empty, &q->mutex);
  return q->slots + q->head % size;
}

static void
move_on (struct queue *q, long *index, pthread_cond_t *whom)
{
  *index += burst;
  pthread_cond_signal (whom);
  pthread_mutex_unlock (&q->mutex);
}

static void
move_on_locking (struct queue *q, long *index, pthread_cond_t *whom)
{
  pthread_mutex_lock (&q->mutex);
  move_on (q, index, whom);
}

/* ---- One burst ----------------------------------------------------------- */

static void
put_count (struct stage *s, uint32_t first)
{
  struct queue *q = s->to;
  uint32_t *p = await_room (q);
  if (!in_place)
    {
      bench_fill (p, first, burst);
      move_on (q, &q->tail, &q->not_empty);
      return;
    }
  pthread_mutex_unlock (&q->mutex);
  bench_fill (p, first, burst);
  move_on_locking (q, &q->tail, &q->not_empty);
}

static void
pass_on_copying (struct stage *s)
{
  struct queue *in = s->from, *out = s->to;
  bench_increment (s->burst, await_stock (in), burst);
  move_on (in, &in->head, &in->not_full);
  memcpy (await_room (out), s->burst, (size_t) burst * sizeof *s->burst);
  move_on (out, &out->tail, &out->not_empty);
}

static void
pass_on_in_place (struct stage *s)
{
  struct queue *in = s->from, *out = s->to;
  const uint32_t *x = await_stock (in);
  pthread_mutex_unlock (&in->mutex);
  uint32_t *y = await_room (out);
  pthread_mutex_unlock (&out->mutex);
  bench_increment (y, x, burst);
  move_on_locking (out, &out->tail, &out->not_empty);
  move_on_locking (in, &in->head, &in->not_full);
}

static uint32_t
take_sum (struct stage *s)
{
  struct queue *q = s->from;
  const uint32_t *p = await_stock (q);
  uint32_t sum;
  if (!in_place)
    {
      sum = bench_sum (p, burst);
      move_on (q, &q->head, &q->not_full);
      return sum;
    }
  pthread_mutex_unlock (&q->mutex);
  sum = bench_sum (p, burst);
  move_on_locking (q, &q->head, &q->not_full);
  return sum;
}

/* ---- Threads ------------------------------------------------------------- */

static void
source (struct stage *s)
{
  for (long i = 0; i < warm; i += burst)
    put_count (s, 0);
  while (sem_wait (&ready))
    ;
  timed_from = bench_now ();
  for (long i = 0; i < options.items; i += burst)
    put_count (s, (uint32_t) i);
}

static void
sink (struct stage *s)
{
  for (long i = 0; i < warm; i += burst)
    take_sum (s);
  sem_post (&ready);
  for (long i = 0; i < options.items; i += burst)
    result += take_sum (s);
  timed_to = bench_now ();
}

static void *
stage_main (void *arg)
{
  struct stage *s = (struct stage *) arg;
  if (options.pin)
    bench_pin (&options, options.cpus[s->place * options.cpu_count / options.stages]);
  if (!s->from)
    source (s);
  else if (!s->to)
    sink (s);
  else
    for (long i = 0; i < warm + options.items; i += burst)
      (in_place ? pass_on_in_place : pass_on_copying) (s);
  return NULL;
}

static struct queue *
new_queues (long n)
{
  struct queue *q = (struct queue *) bench_memory (&options, (size_t) n * sizeof *q);
  uint32_t *slots = (uint32_t *) bench_memory (&options, (size_t) (n * size) * sizeof *slots);
  for (long i = 0; i < n; i++)
    {
      pthread_mutex_init (&q[i].mutex, NULL);
      pthread_cond_init (&q[i].not_full, NULL);
      pthread_cond_init (&q[i].not_empty, NULL);
      q[i].slots = slots + i * size;
    }
  return q;
}

static void
run_chain (void)
{
  long n = options.stages;
  struct queue *q = new_queues (n - 1);
  struct stage *s = (struct stage *) calloc ((size_t) n, sizeof *s);
  uint32_t *bursts = (uint32_t *) bench_memory (&options, (size_t) (n * burst) * sizeof *bursts);
  pthread_attr_t small;
  pthread_attr_init (&small);
  pthread_attr_setstacksize (&small, 1 << 16);
  for (long i = 0; i < n; i++)
    {
      s[i].place = i, s[i].burst = bursts + i * burst;
      s[i].from = i ? &q[i - 1] : NULL, s[i].to = i < n - 1 ? &q[i] : NULL;
      if (pthread_create (&s[i].thread, &small, stage_main, &s[i]))
        bench_unavailable (&options, "no more threads");
    }
  for (long i = 0; i < n; i++)
    pthread_join (s[i].thread, NULL);
}

int
main (int argc, char **argv)
{
  static struct bench_result r;
  options = bench_parse (argc, argv, "burst window stages mode pin");
  burst = options.burst, size = bench_capacity (&options);
  in_place = bench_mode (&options, "copy inplace");
  if (size % burst || options.items % burst)
    bench_die (&options, "--items and --window must be whole bursts");
  warm = 2 * size;
  sem_init (&ready, 0, 0);
  r.ping_before = bench_ping (&options);
  bench_confine (&options);
  double start = bench_now ();
  run_chain ();
  r.seconds = timed_to - timed_from, r.setup = timed_from - start, r.sum = result;
  r.ping_after = bench_ping (&options);
  bench_print (&options, &r);
  return 0;
}
