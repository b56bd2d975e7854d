/* SPDX-License-Identifier: MIT */
/* plain.c - the work of grain.h without Erbium: in one loop; for the cycle, with threads, or with
 * --mode process with processes of the system, that use a bare futex; behind a computation, with a
 * thread that waits for a condition variable. */
#include "grain.h"

#include <linux/futex.h>
#include <stdbool.h>
#include <sys/syscall.h>

static uint32_t
tree (const struct bench_options *o)
{
  return grain_leaf (0, o->items);
}

static uint32_t
histogram (const struct bench_options *o)
{
  static uint32_t bin[BINS];
  uint32_t sum = 0;
  for (long i = 0; i < o->items; i++)
    {
      uint32_t x = (uint32_t) i;
      __asm__ ("" : "+r" (x));
      bin[grain_mixed (x) % BINS]++;
      sum += x;
    }
  return sum;
}

static uint32_t
router (const struct bench_options *o)
{
  uint32_t sum[ROUTES] = { 0 }, all = 0;
  for (long i = 0; i < o->items; i++)
    {
      uint32_t x = (uint32_t) i;
      __asm__ ("" : "+r" (x));
      sum[grain_route (x)] += x;
    }
  for (int n = 0; n < ROUTES; n++)
    all += sum[n];
  return all;
}

/* ---- Bare futexes ----------------------------------------------------------- */

struct place { BENCH_ALIGNED uint32_t turns; };

static struct place *places;
static long turns;
static int private_flag;

static void
await_turn (struct place *s, uint32_t seen)
{
  while (__atomic_load_n (&s->turns, __ATOMIC_ACQUIRE) == seen)
    syscall (SYS_futex, &s->turns, FUTEX_WAIT | private_flag, seen, NULL, NULL, 0);
}

static void *
take_turns (void *argument)
{
  struct place *mine = argument, *next = places + (mine - places + 1) % PEERS;
  for (long i = 0; i < turns; i++)
    {
      await_turn (mine, (uint32_t) i);
      __atomic_store_n (&next->turns, (uint32_t) i + (next == places ? 2 : 1), __ATOMIC_RELEASE);
      syscall (SYS_futex, &next->turns, FUTEX_WAKE | private_flag, 1, NULL, NULL, 0);
    }
  return NULL;
}

static void
start_peer (const struct bench_options *o, pthread_t *id, int n)
{
  if (!private_flag && fork () == 0)
    {
      take_turns (&places[n]);
      _exit (0);
    }
  if (private_flag && pthread_create (id, NULL, take_turns, &places[n]))
    bench_die (o, "cannot start a thread");
}

static uint32_t
cycle (struct bench_options *o)
{
  pthread_t id[PEERS];
  private_flag = bench_mode (o, "thread process") == 0 ? FUTEX_PRIVATE_FLAG : 0;
  places = mmap (NULL, PEERS * sizeof *places, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                -1, 0);
  turns = o->items;
  places->turns = 1;
  for (int n = 0; n < PEERS; n++)
    start_peer (o, &id[n], n);
  for (int n = 0; n < PEERS; n++)
    private_flag ? (void) pthread_join (id[n], NULL) : (void) wait (NULL);
  return (uint32_t) (places->turns - 1);
}

/* ---- Behind a computation ---------------------------------------------------- */

static struct
{
  pthread_mutex_t lock;
  pthread_cond_t changed;
  double since;     /* 0: nothing to do */
  long left;
  uint32_t ns;
  bool done;
} late = { .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER };

static void *
say_when (void *unused)
{
  (void) unused;
  pthread_mutex_lock (&late.lock);
  for (; late.left > 0; late.left--)
    {
      while (late.since == 0)
        pthread_cond_wait (&late.changed, &late.lock);
      late.ns += grain_ns_from (late.since);
      late.since = 0;
      late.done = true;
      pthread_cond_signal (&late.changed);
    }
  pthread_mutex_unlock (&late.lock);
  return NULL;
}

static uint32_t
behind (const struct bench_options *o)
{
  pthread_t other;
  late.left = o->items;
  if (pthread_create (&other, NULL, say_when, NULL))
    bench_die (o, "cannot start a thread");
  for (long i = 0; i < o->items; i++)
    {
      pthread_mutex_lock (&late.lock);
      late.done = false;
      double since = late.since = bench_now ();
      pthread_cond_signal (&late.changed);
      pthread_mutex_unlock (&late.lock);
      grain_compute_from (since);
      pthread_mutex_lock (&late.lock);
      while (!late.done)
        pthread_cond_wait (&late.changed, &late.lock);
      pthread_mutex_unlock (&late.lock);
    }
  pthread_join (other, NULL);
  grain_seconds = 1e-9 * late.ns;
  return (uint32_t) o->items;
}

int
main (int argc, char **argv)
{
  struct bench_options o = bench_parse (argc, argv, "mode work load");
  if (strcmp (o.work, "cycle"))
    {
      bench_confine (&o);
      double start = bench_now ();
      uint32_t sum = !strcmp (o.work, "tree") ? tree (&o)
                     : !strcmp (o.work, "histogram") ? histogram (&o)
                     : !strcmp (o.work, "behind") ? behind (&o) : router (&o);
      grain_print (&o, bench_now () - start, sum);
      return 0;
    }
  grain_load (&o);
  double start = bench_now ();
  uint32_t sum = cycle (&o);
  double seconds = bench_now () - start;
  grain_unload ();
  grain_print (&o, seconds, sum);
  return 0;
}
