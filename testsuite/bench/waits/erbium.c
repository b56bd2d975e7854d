/* SPDX-License-Identifier: MIT */
/* erbium.c - ways to wait, compared: what a waiting thread costs the one beside it, and what it
 * costs to wake it.
 *
 * After section 4.2 of De Matteis 2011.  A worker on the first CPU and a waiter on the second one;
 * on two hardware threads of a core the worker's time shows what the waiter takes from it.
 *
 *   worker_ms  a fixed piece of work while the other thread waits all the time
 *   call_ns    the call that ends a wait
 *   wake_ns    from before this call to the waiter's first instruction after the wait
 *
 * Between two samples the waiter has waited for GAP ns.  Medians.  A way that the processor lacks
 * is not available; nothing is imitated.
 */
#include "../common.h"

#include <erbium.h>
#include "../task.h"
#include <linux/futex.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <unistd.h>
#if defined __x86_64__
#include <cpuid.h>
#include <x86intrin.h>
#endif

typedef ERBIUM_RECORD (uint32_t) record;

enum { GAP = 200000, MOST = 65536 }; /* ns; samples */

static long samples;
static double called[MOST], returned[MOST], awake[MOST]; /* seconds */
static uint32_t word BENCH_ALIGNED;
static uint32_t result BENCH_ALIGNED;

/* ---- Ways to wait until word is beyond i, and to make it so ---------------------------- */

static bool
is_beyond (uint32_t i)
{
  return __atomic_load_n (&word, __ATOMIC_ACQUIRE) > i;
}

static void
store (uint32_t i)
{
  __atomic_store_n (&word, i + 1, __ATOMIC_RELEASE);
}

static void
spin_wait (uint32_t i)
{
  while (!is_beyond (i))
    bench_pause ();
}

static void
yield_wait (uint32_t i)
{
  while (!is_beyond (i))
    sched_yield ();
}

static void
futex_wait (uint32_t i)
{
  while (!is_beyond (i))
    syscall (SYS_futex, &word, FUTEX_WAIT_PRIVATE, i, NULL, NULL, 0);
}

static void
futex_signal (uint32_t i)
{
  store (i);
  syscall (SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static sem_t semaphore;

static void
semaphore_wait (uint32_t i)
{
  (void) i;
  while (sem_wait (&semaphore) != 0)
    ;
}

static void
semaphore_signal (uint32_t i)
{
  store (i);
  sem_post (&semaphore);
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void
condition_wait (uint32_t i)
{
  pthread_mutex_lock (&mutex);
  while (!is_beyond (i))
    pthread_cond_wait (&condition, &mutex);
  pthread_mutex_unlock (&mutex);
}

static void
condition_signal (uint32_t i)
{
  pthread_mutex_lock (&mutex);
  store (i);
  pthread_cond_signal (&condition);
  pthread_mutex_unlock (&mutex);
}

#if defined __x86_64__
static bool
has_umwait (void)
{
  unsigned a, b, c, d;
  return __get_cpuid_count (7, 0, &a, &b, &c, &d) && (c >> 5 & 1);
}

static bool
has_mwaitx (void)
{
  unsigned a, b, c, d;
  return __get_cpuid (0x80000001, &a, &b, &c, &d) && (c >> 29 & 1);
}

__attribute__ ((target ("waitpkg"))) static void
umwait_wait (uint32_t i)
{
  while (!is_beyond (i))
    {
      _umonitor (&word);
      if (!is_beyond (i))
        _umwait (1, __rdtsc () + 1000000); /* state C0.1 */
    }
}

__attribute__ ((target ("mwaitx"))) static void
mwaitx_wait (uint32_t i)
{
  while (!is_beyond (i))
    {
      _mm_monitorx (&word, 0, 0);
      if (!is_beyond (i))
        _mm_mwaitx (0, 0, 0);
    }
}
#else
static bool has_umwait (void) { return false; }
static bool has_mwaitx (void) { return false; }
#define umwait_wait NULL
#define mwaitx_wait NULL
#endif

/* The stages of the runtime: a record, of which the waiter is a process. */
static ERBIUM_VIEW (uint32_t) in, out;

static void
record_wait (uint32_t i)
{
  erbium_update (in, i + 1);
  erbium_release (in, i + 1);
}

static void
record_signal (uint32_t i)
{
  word = i + 1;
  erbium_commit (out, i + 1);
}

static const char names[] = "spin yield futex semaphore condition umwait mwaitx stages";

static const struct way
{
  void (*wait) (uint32_t i);
  void (*signal) (uint32_t i);
  bool (*is_there) (void);
  const char *lacks;
} ways[] = { /* in the order of names */
  { spin_wait, store, NULL, NULL },
  { yield_wait, store, NULL, NULL },
  { futex_wait, futex_signal, NULL, NULL },
  { semaphore_wait, semaphore_signal, NULL, NULL },
  { condition_wait, condition_signal, NULL, NULL },
  { umwait_wait, store, has_umwait, "the processor has no umwait" },
  { mwaitx_wait, store, has_mwaitx, "the processor has no mwaitx" },
  { record_wait, record_signal, NULL, NULL },
};

/* ---- Worker and waiter ---------------------------------------------------------------------- */

static const struct way *way;
static const struct bench_options *options;

static void *
waiter (void *unused)
{
  bench_pin (options, options->cpus[options->cpu_count > 1]);
  for (uint32_t i = 0; i < samples; i++)
    {
      way->wait (i);
      awake[i] = bench_now ();
      result += i;
    }
  return unused;
}

static ERBIUM_PROCESS (waiting_process, ERBIUM_VIEW (uint32_t));

static void
waiting_process (ERBIUM_VIEW (uint32_t) v)
{
  in = v;
  waiter (NULL);
}

volatile double worked;

/* Work of some milliseconds that uses what two hardware threads share. */
static double
work (void)
{
  double x = 1, y = 2, z = 3, from = bench_now ();
  for (long i = 0; i < 1500000; i++)
    {
      x = x * 0.999 + 0.3;
      y = y * 0.998 + 0.2;
      z = z * 0.997 + 0.1;
    }
  worked = x + y + z;
  return 1e3 * (bench_now () - from);
}

static double
median_work (void)
{
  enum { TIMES = 9 };
  double ms[TIMES];
  for (int n = 0; n < TIMES; n++)
    ms[n] = work ();
  return bench_median (ms, TIMES);
}

static void
wake_again_and_again (void)
{
  for (uint32_t i = 0; i < samples; i++)
    {
      double from = bench_now ();
      while (bench_now () - from < GAP * 1e-9)
        bench_pause ();
      called[i] = bench_now ();
      way->signal (i);
      returned[i] = bench_now ();
    }
}

/* Makes the waiter a process that reads a record, of which the caller is the producer. */
static void
run_process (void)
{
  record r = erbium_new_record (uint32_t, 1, 1);
  ERBIUM_VIEW (uint32_t) v = erbium_new_read_view (r);
  out = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_register (out, 1);
  erbium_alloc (v, 1);
  erbium_alloc (out, MOST);
  ERBIUM_RUN (waiting_process, v);
}

int
main (int argc, char **argv)
{
  struct bench_options o = bench_parse (argc, argv, "mode");
  pthread_t thread;
  options = &o;
  way = &ways[bench_mode (&o, names)];
  samples = o.items;
  if (samples > MOST)
    bench_die (&o, "--items: at most %d", MOST);
  if (way->is_there && !way->is_there ())
    bench_unavailable (&o, way->lacks);
  erbium_set ("TASK", "thread");
  bench_pin (&o, o.cpus[0]);
  sem_init (&semaphore, 0, 0);
  bool process = way->wait == record_wait;
  if (process)
    run_process ();
  else if (pthread_create (&thread, NULL, waiter, NULL))
    bench_die (&o, "cannot start a thread");
  usleep (10000); /* until the waiter waits */
  double worker_ms = median_work ();
  wake_again_and_again ();
  if (process)
    erbium_join_all ();
  else
    pthread_join (thread, NULL);
  double wake_ns = 1e9 * bench_median_difference (awake, called, samples);
  double call_ns = 1e9 * bench_median_difference (returned, called, samples);
  printf ("{\"peer\":\"%s\",\"items\":%ld,\"seconds\":%.9f,\"sum\":%u,\"worker_ms\":%.3f,"
          "\"call_ns\":%.0f,\"wake_ns\":%.0f}\n",
          o.peer, samples, wake_ns * 1e-9 * (double) samples, (unsigned) result, worker_ms, call_ns,
          wake_ns);
  return 0;
}
