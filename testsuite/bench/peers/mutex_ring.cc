/* SPDX-License-Identifier: MIT */
/* mutex_ring.cc - the textbook ring: a mutex and two condition variables.
 *
 *   --mode copy     elements are copied in and out while the mutex is held
 *   --mode inplace  the mutex guards the indices only; with one producer and
 *                   one consumer the slots between them need no lock
 */
#include "spsc.h"

struct base
{
  BENCH_ALIGNED pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
  pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
  long head = 0, tail = 0; /* free running: read from, written to */
  BENCH_ALIGNED uint32_t *slots;
  long size;
  base (const bench_options *o)
  {
    size = bench_capacity (o);
    slots = (uint32_t *) bench_memory (o, size * sizeof *slots);
  }
  /* A contiguous run of free, of full slots; waits for the first. */
  long room (long n)
  {
    while (tail - head == size)
      pthread_cond_wait (&not_full, &mutex);
    return bench_min (n, bench_min (size - (tail - head), size - tail % size));
  }
  long stock (long n)
  {
    while (tail == head)
      pthread_cond_wait (&not_empty, &mutex);
    return bench_min (n, bench_min (tail - head, size - head % size));
  }
};

struct copying : base
{
  using base::base;
  long put (uint32_t x, long n)
  {
    pthread_mutex_lock (&mutex);
    n = room (n);
    bench_fill (slots + tail % size, x, n);
    tail += n;
    pthread_cond_signal (&not_empty);
    pthread_mutex_unlock (&mutex);
    return n;
  }
  long get (uint32_t &sum, long n)
  {
    pthread_mutex_lock (&mutex);
    n = stock (n);
    sum += bench_sum (slots + head % size, n);
    head += n;
    pthread_cond_signal (&not_full);
    pthread_mutex_unlock (&mutex);
    return n;
  }
};

struct inplace : base
{
  using base::base;
  void move (long &index, long n, pthread_cond_t *whom)
  {
    pthread_mutex_lock (&mutex);
    index += n;
    pthread_cond_signal (whom);
    pthread_mutex_unlock (&mutex);
  }
  long put (uint32_t x, long n)
  {
    pthread_mutex_lock (&mutex);
    n = room (n);
    pthread_mutex_unlock (&mutex);
    bench_fill (slots + tail % size, x, n);
    move (tail, n, &not_empty);
    return n;
  }
  long get (uint32_t &sum, long n)
  {
    pthread_mutex_lock (&mutex);
    n = stock (n);
    pthread_mutex_unlock (&mutex);
    sum += bench_sum (slots + head % size, n);
    move (head, n, &not_full);
    return n;
  }
};

int
main (int argc, char **argv)
{
  bench_options o = bench_parse (argc, argv, "burst window mode");
  if (bench_mode (&o, "copy inplace"))
    return spsc_run (&o, new inplace (&o));
  return spsc_run (&o, new copying (&o));
}
