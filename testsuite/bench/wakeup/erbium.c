/* SPDX-License-Identifier: MIT */
/* erbium.c - how long a publication takes to wake a consumer, and how long a bare
 * futex takes, in turns.
 *
 * Between two samples nothing runs for GAP, longer than any spin or doze: workers
 * and consumers are asleep in the kernel, and cores idle.  The sleeper of the one
 * is a process in `update`, of the other a thread in FUTEX_WAIT.  A sample goes from
 * before the commit (the store and FUTEX_WAKE) to the first instruction after the
 * wait.  Medians; both sleepers run on the same CPUs, placed by the kernel or by
 * the library.
 */
#include "../common.h"

#include <erbium.h>
#include "../task.h"
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef ERBIUM_RECORD (uint32_t) record;

enum { GAP = 20000000, MOST = 4096 }; /* ns; samples */

static long samples;
static double published[MOST], awake[MOST];     /* seconds */
static double stored[MOST], futex_awake[MOST];
static uint32_t word, result;

static ERBIUM_PROCESS (sleeper, record);

static void
sleeper (record r)
{
  ERBIUM_VIEW (uint32_t) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  for (erbium_index i = 0; erbium_update (v, i + 1); i++)
    {
      awake[i] = bench_now ();
      result += ERBIUM_AT (v, i);
      erbium_release (v, i + 1);
    }
}

static void *
futex_sleeper (void *unused)
{
  for (uint32_t i = 0; i < samples; i++)
    {
      while (__atomic_load_n (&word, __ATOMIC_ACQUIRE) == i)
        syscall (SYS_futex, &word, FUTEX_WAIT_PRIVATE, i, NULL, NULL, 0);
      futex_awake[i] = bench_now ();
    }
  return unused;
}

static void
rest (void)
{
  struct timespec gap = { 0, GAP };
  nanosleep (&gap, NULL);
}

static void
wake_in_turns (record r)
{
  ERBIUM_VIEW (uint32_t) w = erbium_new_write_view (r);
  erbium_register (w, 1);
  erbium_alloc (w, 16);
  for (long i = 0; i < samples; i++)
    {
      rest ();
      erbium_stall (w, i + 1);
      ERBIUM_AT (w, i) = (uint32_t) i;
      published[i] = bench_now ();
      erbium_commit (w, i + 1);
      rest ();
      stored[i] = bench_now ();
      __atomic_store_n (&word, (uint32_t) i + 1, __ATOMIC_RELEASE);
      syscall (SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    }
  erbium_free_view (w, ERBIUM_TERMINATE);
}

int
main (int argc, char **argv)
{
  struct bench_options o = bench_parse (argc, argv, "mode");
  pthread_t thread;
  if (o.items > MOST)
    bench_die (&o, "--items: at most %d", MOST);
  samples = o.items;
  bench_task (&o);
  record r = erbium_new_record (uint32_t, 1, 1);
  ERBIUM_RUN (sleeper, r);
  if (pthread_create (&thread, NULL, futex_sleeper, NULL))
    bench_die (&o, "cannot start a thread");
  wake_in_turns (r);
  pthread_join (thread, NULL);
  erbium_join_all ();
  double ours = bench_median_difference (awake, published, samples);
  double bare = bench_median_difference (futex_awake, stored, samples);
  printf ("{\"peer\":\"%s\",\"items\":%ld,\"seconds\":%.9f,\"sum\":%u,\"us\":%.3f,"
          "\"futex_us\":%.3f,\"cost\":%.4f}\n",
          o.peer, samples, ours * (double) samples, (unsigned) result, ours * 1e6, bare * 1e6, ours / bare);
  return 0;
}
