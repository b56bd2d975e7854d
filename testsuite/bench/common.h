/* SPDX-License-Identifier: MIT */
/* common.h - what every benchmark program shares; C11 and C++17.
 *
 * A program moves a stream of 32-bit integers 0, 1, 2, ... between pinned
 * threads and prints one JSON line.  The idea: a program measures and says
 * under what conditions it measured; it never judges.  So it times a cache
 * line's way there and back before and after the run, and each thread's CPU
 * time beside its wall time.  The harness drops what ran under bad conditions.
 *
 *   static void body (struct bench_thread *t) { ... t->sum = ...; }
 *
 *   int main (int argc, char **argv)
 *   {
 *     struct bench_options o = bench_parse (argc, argv, "burst window");
 *     bench_run (&o, 2, body, shared);
 *     return 0;
 *   }
 *
 * Timing starts when all threads stand at the start barrier and ends when the
 * last thread that moved elements returns from its body.
 */
#ifndef BENCH_COMMON_H
#define BENCH_COMMON_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum { BENCH_MAX_THREADS = 256, BENCH_LINE = 128, BENCH_HUGE = 1 << 21 };

/* One line of its own, and its neighbour: adjacent-line prefetch pairs them. */
#define BENCH_ALIGNED __attribute__ ((aligned (128)))

/* Unused functions of this header are no fault of the program. */
#define BENCH_API __attribute__ ((unused)) static

#include "options.h"

/* ---- Time, place, memory ------------------------------------------------ */

BENCH_API double
bench_clock (clockid_t clock)
{
  struct timespec t;
  clock_gettime (clock, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

BENCH_API double bench_now (void) { return bench_clock (CLOCK_MONOTONIC); }
BENCH_API double bench_cpu_time (void) { return bench_clock (CLOCK_THREAD_CPUTIME_ID); }

BENCH_API inline void
bench_pause (void)
{
#if defined __x86_64__ || defined __i386__
  __builtin_ia32_pause ();
#elif defined __aarch64__
  __asm__ volatile ("yield");
#endif
}

/* After an attempt that failed: how long to leave the other side's lines alone. */
BENCH_API inline void
bench_back_off (long pauses)
{
  while (pauses-- > 0)
    bench_pause ();
}

BENCH_API void
bench_pin (const struct bench_options *o, int cpu)
{
  cpu_set_t set;
  CPU_ZERO (&set);
  CPU_SET (cpu, &set);
  if (sched_setaffinity (0, sizeof set, &set))
    bench_die (o, "cannot run on cpu %d", cpu);
}

/* This thread and those that it starts run on any of the CPUs of the list. */
BENCH_API void
bench_confine (const struct bench_options *o)
{
  cpu_set_t set;
  CPU_ZERO (&set);
  for (int i = 0; i < o->cpu_count; i++)
    CPU_SET (o->cpus[i], &set);
  if (sched_setaffinity (0, sizeof set, &set))
    bench_die (o, "cannot run on the cpus");
}

/* Touched memory, at a 2 MiB boundary, in huge pages where the kernel gives
 * them.  Never freed: a program makes one run. */
BENCH_API void *
bench_memory (const struct bench_options *o, size_t bytes)
{
  size_t size = (bytes + BENCH_HUGE - 1) / BENCH_HUGE * BENCH_HUGE;
  void *p = aligned_alloc (BENCH_HUGE, size);
  if (!p)
    bench_die (o, "no memory: %zu bytes", size);
  madvise (p, size, strcmp (o->pages, "huge") ? MADV_NOHUGEPAGE : MADV_HUGEPAGE);
  memset (p, 0, size);
  return p;
}

/* ---- The work: one store, one load and add an element ------------------- */

BENCH_API inline void
bench_fill (uint32_t *p, uint32_t first, long n)
{
  for (long i = 0; i < n; i++)
    p[i] = first + (uint32_t) i;
}

BENCH_API inline uint32_t
bench_sum (const uint32_t *p, long n)
{
  uint32_t sum = 0;
  for (long i = 0; i < n; i++)
    sum += p[i];
  return sum;
}

/* The same, element by element: the empty asm hides the values from the
 * vectoriser and costs no instruction. */
BENCH_API inline void
bench_fill_scalar (uint32_t *p, uint32_t first, long n)
{
  for (long i = 0; i < n; i++)
    {
      uint32_t x = first + (uint32_t) i;
      __asm__ ("" : "+r" (x));
      p[i] = x;
    }
}

BENCH_API inline uint32_t
bench_sum_scalar (const uint32_t *p, long n)
{
  uint32_t sum = 0;
  for (long i = 0; i < n; i++)
    {
      sum += p[i];
      __asm__ ("" : "+r" (sum));
    }
  return sum;
}

/* What a stage of a chain does. */
BENCH_API inline void
bench_increment (uint32_t *__restrict to, const uint32_t *__restrict from, long n)
{
  for (long i = 0; i < n; i++)
    to[i] = from[i] + 1;
}

BENCH_API inline void
bench_increment_in_place (uint32_t *p, long n)
{
  for (long i = 0; i < n; i++)
    p[i]++;
}

BENCH_API inline long bench_min (long a, long b) { return a < b ? a : b; }

/* The largest power of two of elements that fits in the window. */
BENCH_API long
bench_capacity (const struct bench_options *o)
{
  long n = 1;
  while (2 * n * (long) sizeof (uint32_t) <= o->window)
    n *= 2;
  return n;
}

/* ---- Ping-pong: are the two cores near? --------------------------------- */

enum { BENCH_PING_BATCHES = 5, BENCH_PING_ROUNDS = 400 };

struct bench_ping
{
  BENCH_ALIGNED int ball;
  BENCH_ALIGNED int cpu;
  const struct bench_options *options;
};

BENCH_API void
bench_ping_await (const int *ball, int x)
{
  while (__atomic_load_n (ball, __ATOMIC_ACQUIRE) != x)
    ;
}

BENCH_API void *
bench_ping_partner (void *arg)
{
  struct bench_ping *p = (struct bench_ping *) arg;
  bench_pin (p->options, p->cpu);
  for (int i = 0; i <= BENCH_PING_BATCHES * BENCH_PING_ROUNDS; i++)
    {
      bench_ping_await (&p->ball, 2 * i + 1);
      __atomic_store_n (&p->ball, 2 * i + 2, __ATOMIC_RELEASE);
    }
  return NULL;
}

/* Nanoseconds a round of one batch; round numbers go on from *round. */
BENCH_API double
bench_ping_batch (struct bench_ping *p, int *round, int rounds)
{
  double start = bench_now ();
  for (int i = 0; i < rounds; i++, ++*round)
    {
      __atomic_store_n (&p->ball, 2 * *round + 1, __ATOMIC_RELEASE);
      bench_ping_await (&p->ball, 2 * *round + 2);
    }
  return (bench_now () - start) * 1e9 / rounds;
}

BENCH_API int
bench_order (const void *a, const void *b)
{
  double d = *(const double *) a - *(const double *) b;
  return (d > 0) - (d < 0);
}

/* The median of x, which is sorted for it. */
BENCH_API double
bench_median (double *x, long n)
{
  qsort (x, (size_t) n, sizeof *x, bench_order);
  return x[n / 2];
}

/* The median of to[i] - from[i]; `to' is used up. */
BENCH_API double
bench_median_difference (double *to, const double *from, long n)
{
  for (long i = 0; i < n; i++)
    to[i] -= from[i];
  return bench_median (to, n);
}

/* The first CPU of the list that differs from the first, or -1. */
BENCH_API int
bench_other_cpu (const struct bench_options *o)
{
  for (int i = 1; i < o->cpu_count; i++)
    if (o->cpus[i] != o->cpus[0])
      return o->cpus[i];
  return -1;
}

/* Median over batches of a line's way there and back, in ns; -1 on one core. */
BENCH_API double
bench_ping (const struct bench_options *o)
{
  struct bench_ping p;
  memset (&p, 0, sizeof p);
  double ns[BENCH_PING_BATCHES];
  pthread_t partner;
  int round = 0;
  p.options = o, p.cpu = bench_other_cpu (o);
  if (p.cpu < 0)
    return -1;
  bench_pin (o, o->cpus[0]);
  if (pthread_create (&partner, NULL, bench_ping_partner, &p))
    bench_die (o, "cannot start a thread");
  bench_ping_batch (&p, &round, 1);
  for (int i = 0; i < BENCH_PING_BATCHES; i++)
    ns[i] = bench_ping_batch (&p, &round, BENCH_PING_ROUNDS);
  pthread_join (partner, NULL);
  return bench_median (ns, BENCH_PING_BATCHES);
}

/* ---- Result line -------------------------------------------------------- */

struct bench_result
{
  double seconds;
  uint32_t sum;
  int threads;                       /* how many of the two arrays count */
  double cpu[BENCH_MAX_THREADS];     /* seconds on a core ... */
  double wall[BENCH_MAX_THREADS];    /* ... of so many, each thread's own */
  double ping_before, ping_after;    /* ns, -1: not measured */
  double setup;                      /* seconds before the clock was started, or 0 */
};

BENCH_API void
bench_print_array (const char *name, const double *x, int n)
{
  printf (",\"%s\":[", name);
  for (int i = 0; i < n; i++)
    printf ("%s%.6f", i ? "," : "", x[i]);
  printf ("]");
}

BENCH_API void
bench_print_ping (const char *name, double ns)
{
  if (ns < 0)
    printf (",\"%s\":null", name);
  else
    printf (",\"%s\":%.1f", name, ns);
}

BENCH_API void
bench_print (const struct bench_options *o, const struct bench_result *r)
{
  printf ("{\"peer\":\"%s\",\"burst\":%ld,\"items\":%ld,\"seconds\":%.9f,\"sum\":%u",
          o->peer, o->burst, o->items, r->seconds, (unsigned) r->sum);
  bench_print_array ("cpu", r->cpu, r->threads);
  bench_print_array ("wall", r->wall, r->threads);
  bench_print_ping ("ping_before_ns", r->ping_before);
  bench_print_ping ("ping_after_ns", r->ping_after);
  printf (",\"setup_seconds\":%.6f}\n", r->setup);
}

/* ---- Threads ------------------------------------------------------------ */

struct bench_thread
{
  void (*body) (struct bench_thread *);
  struct bench_options *options;
  void *shared;
  int *arrived;      /* the start barrier: how many stand at it */
  int count, index;  /* threads; this one's place among them */
  uint32_t sum;      /* set by the body of a consumer */
  double start, end, cpu;
};

/* Yields, since threads may be more than cores. */
BENCH_API void
bench_barrier (int *arrived, int count)
{
  __atomic_add_fetch (arrived, 1, __ATOMIC_ACQ_REL);
  for (int spin = 0; __atomic_load_n (arrived, __ATOMIC_ACQUIRE) < count; spin++)
    if (spin % 64)
      bench_pause ();
    else
      sched_yield ();
}

BENCH_API void *
bench_thread_main (void *arg)
{
  struct bench_thread *t = (struct bench_thread *) arg;
  const struct bench_options *o = t->options;
  bench_pin (o, o->cpus[t->index % o->cpu_count]);
  bench_barrier (t->arrived, t->count);
  t->start = bench_now ();
  double cpu = bench_cpu_time ();
  t->body (t);
  t->cpu = bench_cpu_time () - cpu;
  t->end = bench_now ();
  return NULL;
}

BENCH_API void
bench_collect (struct bench_result *r, const struct bench_thread *t, int count)
{
  double first = t[0].start, last = t[0].end;
  r->threads = count;
  r->sum = 0;
  for (int i = 0; i < count; i++)
    {
      first = t[i].start < first ? t[i].start : first;
      last = t[i].end > last ? t[i].end : last;
      r->sum += t[i].sum;
      r->cpu[i] = t[i].cpu;
      r->wall[i] = t[i].end - t[i].start;
    }
  r->seconds = last - first;
}

/* Runs body in count threads, thread i on the i-th CPU of the list (round and
 * round), and prints the result. */
BENCH_API void
bench_run (struct bench_options *o, int count, void (*body) (struct bench_thread *), void *shared)
{
  static struct bench_result r;
  static struct bench_thread t[BENCH_MAX_THREADS];
  static pthread_t id[BENCH_MAX_THREADS];
  BENCH_ALIGNED static int arrived;
  if (count > BENCH_MAX_THREADS)
    bench_die (o, "%d threads: at most %d", count, BENCH_MAX_THREADS);
  r.ping_before = bench_ping (o);
  for (int i = 0; i < count; i++)
    {
      t[i].body = body, t[i].options = o, t[i].shared = shared;
      t[i].arrived = &arrived, t[i].count = count, t[i].index = i;
      if (pthread_create (&id[i], NULL, bench_thread_main, &t[i]))
        bench_die (o, "cannot start a thread");
    }
  for (int i = 0; i < count; i++)
    pthread_join (id[i], NULL);
  bench_collect (&r, t, count);
  r.ping_after = bench_ping (o);
  bench_print (o, &r);
}

#endif
